# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Writes supsmu_<points>.txt beside itself: smooth curves by R's supsmu (Friedman's smoother).
#
#     Rscript tests/golden/make_supsmu.R
#
# The points are part of the files, so nothing depends on the random generator staying as it is.
# They stand in order of x and, of equal x, of y: the order that supsmu gives them. It returns one
# fit for equal x, which is written for each of the points.

sizes <- c(5, 6, 10, 40, 597)
bass_values <- c(0, 5, 9, 10)
fixed_span <- 0.3

# A saw tooth with a dip, noise and uneven weights; from 40 points on, every 13th repeats an x.
draw_points <- function(n) {
  x <- round(runif(n), 6)
  repeated <- if (n >= 40) seq(13, n, by = 13) else integer(0)
  x[repeated] <- x[repeated - 1]
  clean <- ((x + 0.15) %% 1) - 1.5 * (abs(x - 0.4) < 0.03)
  y <- round(clean + 0.1 * rnorm(n), 6)
  w <- round(exp(0.8 * rnorm(n)), 6)
  points <- data.frame(x = x, y = y, w = w)
  points[order(points$x, points$y), ]
}

# The fits of one call, one for each point.
fit <- function(points, weighted, periodic, bass, span) {
  w <- if (weighted) points$w else rep(1, nrow(points))
  smooth <- supsmu(points$x, points$y, w, span = span, periodic = periodic, bass = bass)
  smooth$y[match(points$x, smooth$x)]
}

write_file <- function(folder, n) {
  points <- draw_points(n)
  file <- file(file.path(folder, sprintf("supsmu_%d.txt", n)), "w")
  say <- function(...) cat(sprintf(...), "\n", sep = "", file = file)
  say("# SPDX-FileCopyrightText: 2026 The siderum developers")
  say("# SPDX-License-Identifier: Apache-2.0")
  say("# Smooth curves by supsmu of R %s.%s, made by make_supsmu.R.",
      R.version$major, R.version$minor)
  say("points %d  # x, y, weight", n)
  for (j in seq_len(n)) {
    say("%.15g %.15g %.15g", points$x[j], points$y[j], points$w[j])
  }
  for (periodic in c(TRUE, FALSE)) {
    for (weighted in c(TRUE, FALSE)) {
      for (bass in c(bass_values, NA)) {
        span <- if (is.na(bass)) fixed_span else "cv"
        say("fits periodic %s weighted %s bass %g span %g",
            if (periodic) "yes" else "no", if (weighted) "yes" else "no",
            if (is.na(bass)) 0 else bass, if (is.na(bass)) fixed_span else 0)
        for (y in fit(points, weighted, periodic, if (is.na(bass)) 0 else bass, span)) {
          say("%.12g", y)
        }
      }
    }
  }
  close(file)
}

main <- function() {
  argument <- grep("^--file=", commandArgs(), value = TRUE)
  folder <- dirname(sub("^--file=", "", argument))
  set.seed(1984)
  for (n in sizes) {
    write_file(folder, n)
  }
}

main()
