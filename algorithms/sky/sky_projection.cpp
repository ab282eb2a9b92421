// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/sky_projection.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

constexpr double pi = std::numbers::pi;

double dot(std::array<double, 3> const& a, std::array<double, 3> const& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double largest_radius(ProjectionKind kind) {
  return kind == ProjectionKind::gnomonic ? 80.0 : 180.0;
}

healpix::Direction direction_of(std::array<double, 3> const& sky) {
  return {std::atan2(std::hypot(sky[0], sky[1]), sky[2]), std::atan2(sky[1], sky[0])};
}

/// The auxiliary angle a of Mollweide, 2 a + sin(2 a) = pi sin(latitude), by Newton's method; near
/// the poles its derivative vanishes, and bisection goes on.
double mollweide_angle(double sine) {
  double low = -0.5 * pi;
  double high = 0.5 * pi;
  double a = 0.5 * pi * sine;
  for (int step = 0; step < 100 && high - low > 1e-15; ++step) {
    double const excess = 2.0 * a + std::sin(2.0 * a) - pi * sine;
    (excess > 0.0 ? high : low) = a;
    double const newton = a - excess / (2.0 + 2.0 * std::cos(2.0 * a));
    double const next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (next == a) {
      break;
    }
    a = next;
  }
  return a;
}

}  // namespace

SkyProjection::SkyProjection(ProjectionKind kind, double longitude, double latitude, double radius)
    : kind_(kind), radius_(radius * pi / 180.0) {
  bool const is_part = kind == ProjectionKind::gnomonic || kind == ProjectionKind::cartesian;
  SIDERUM_VALIDATE(!is_part || (radius > 0.0 && radius <= largest_radius(kind)),
                   "The radius of the picture is " + number_text(radius) +
                       " degrees (it is above 0 and at most " + number_text(largest_radius(kind)) +
                       "). Give one of these.");
  SIDERUM_VALIDATE(std::isfinite(longitude) && std::abs(latitude) <= 90.0,
                   "The centre of the picture is (" + number_text(longitude) + ", " +
                       number_text(latitude) +
                       ") (a finite longitude and a latitude of -90 .. 90 degrees). Give one of"
                       " these.");
  double const lon = longitude * pi / 180.0;
  double const lat = latitude * pi / 180.0;
  axes_ = {Vector{std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)},
           Vector{-std::sin(lon), std::cos(lon), 0.0},
           Vector{-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat)}};
}

// With a = asin(y), sin(2 a) = 2 y cos(a).
SkyProjection::Line::Line(SkyProjection const& projection, double y)
    : projection_(&projection), y_(y) {
  if (projection.kind_ == ProjectionKind::mollweide && std::abs(y) <= 1.0) {
    double const cosine = std::sqrt((1.0 - y) * (1.0 + y));
    sine_ = 2.0 * (std::asin(y) + y * cosine) / pi;
    cosine_ = std::sqrt(std::max(0.0, (1.0 - sine_) * (1.0 + sine_)));
    turn_ = cosine > 0.0 ? -0.5 * pi / cosine : 0.0;
  } else if (projection.kind_ == ProjectionKind::cartesian) {
    sine_ = std::sin(projection.radius_ * y);
    cosine_ = std::cos(projection.radius_ * y);
    turn_ = -projection.radius_;
  }
}

std::optional<SkyProjection::Vector> SkyProjection::Line::vector(double x) const {
  double const radius = projection_->radius_;
  switch (projection_->kind_) {
    case ProjectionKind::mollweide:
    case ProjectionKind::cartesian:
      break;
    case ProjectionKind::gnomonic: {
      if (std::abs(x) > 1.0 || std::abs(y_) > 1.0) {
        return std::nullopt;
      }
      double const scale = std::tan(radius);
      double const length = std::sqrt(1.0 + scale * scale * (x * x + y_ * y_));
      return Vector{1.0 / length, -scale * x / length, scale * y_ / length};
    }
    case ProjectionKind::orthographic: {
      double const right = x + (x < 0.0 ? 1.0 : -1.0);
      double const depth = 1.0 - right * right - y_ * y_;
      if (depth < 0.0) {
        return std::nullopt;
      }
      return x < 0.0 ? Vector{std::sqrt(depth), -right, y_} : Vector{-std::sqrt(depth), right, y_};
    }
  }
  if (is_beside(x)) {
    return std::nullopt;
  }
  double const angle = turn_ * x;
  return Vector{cosine_ * std::cos(angle), cosine_ * std::sin(angle), sine_};
}

bool SkyProjection::Line::is_beside(double x) const {
  return projection_->kind_ == ProjectionKind::mollweide
             ? 0.25 * x * x + y_ * y_ > 1.0
             : std::abs(x) > 1.0 || std::abs(y_) > 1.0 ||
                   std::abs(projection_->radius_ * y_) > 0.5 * pi;
}

std::optional<SkyProjection::Vector> SkyProjection::Line::sky(double x) const {
  std::optional<Vector> const seen = vector(x);
  if (!seen) {
    return std::nullopt;
  }
  Vector sky{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sky[i] += (*seen)[axis] * projection_->axes_[axis][i];
    }
  }
  return sky;
}

std::optional<healpix::Direction> SkyProjection::direction(double x, double y) const {
  std::optional<Vector> const sky = line(y).sky(x);
  return sky ? std::optional(direction_of(*sky)) : std::nullopt;
}

std::optional<std::array<double, 2>> SkyProjection::place(healpix::Direction direction) const {
  double const across = std::sin(direction.theta);
  auto const [u, v, w] = in_frame({across * std::cos(direction.phi),
                                   across * std::sin(direction.phi), std::cos(direction.theta)});
  double x = 0.0;
  double y = 0.0;
  switch (kind_) {
    case ProjectionKind::mollweide: {
      double const a = mollweide_angle(std::clamp(w, -1.0, 1.0));
      return std::array{-2.0 / pi * std::atan2(v, u) * std::cos(a), std::sin(a)};
    }
    case ProjectionKind::orthographic:
      return std::array{u >= 0.0 ? -v - 1.0 : v + 1.0, w};
    case ProjectionKind::gnomonic:
      if (u <= 0.0) {
        return std::nullopt;
      }
      x = -v / u / std::tan(radius_);
      y = w / u / std::tan(radius_);
      break;
    case ProjectionKind::cartesian:
      x = -std::atan2(v, u) / radius_;
      y = std::asin(std::clamp(w, -1.0, 1.0)) / radius_;
      break;
  }
  constexpr double edge = 1.0 + 1e-12;  // which a direction seen there may leave by rounding
  bool const is_shown = std::abs(x) <= edge && std::abs(y) <= edge;
  return is_shown ? std::optional(std::array{x, y}) : std::nullopt;
}

SkyProjection::Vector SkyProjection::in_frame(Vector const& sky) const {
  Vector frame{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    frame[axis] = dot(axes_[axis], sky);
  }
  return frame;
}

// With the columns a = dn/dx and b = dn/dy of the derivative of the direction n, the line (u, v) of
// the picture that runs along the tangent t solves u a + v b = t: the normal equations of 2
// unknowns.
std::optional<double> SkyProjection::line_angle(double x, double y, double south,
                                                double east) const {
  constexpr double step = 1e-5;
  std::optional<healpix::Direction> const place = direction(x, y);
  std::optional<Vector> const left = vector(x - step, y);
  std::optional<Vector> const right = vector(x + step, y);
  std::optional<Vector> const below = vector(x, y - step);
  std::optional<Vector> const above = vector(x, y + step);
  if (!place || !left || !right || !below || !above) {
    return std::nullopt;
  }
  auto const [theta, phi] = *place;
  Vector a{};
  Vector b{};
  for (std::size_t i = 0; i < 3; ++i) {
    a[i] = (*right)[i] - (*left)[i];
    b[i] = (*above)[i] - (*below)[i];
  }
  Vector const tangent = in_frame({south * std::cos(theta) * std::cos(phi) - east * std::sin(phi),
                                   south * std::cos(theta) * std::sin(phi) + east * std::cos(phi),
                                   -south * std::sin(theta)});
  double const along_a = dot(a, tangent);
  double const along_b = dot(b, tangent);
  return std::atan2(dot(a, a) * along_b - dot(a, b) * along_a,
                    dot(b, b) * along_a - dot(a, b) * along_b);
}

bool SkyProjection::keeps_latitudes() const {
  bool const has_them = kind_ == ProjectionKind::mollweide || kind_ == ProjectionKind::cartesian;
  return has_them && axes_[2] == Vector{0.0, 0.0, 1.0};
}

PixelFinder::PixelFinder(RingGrid const& grid) : nside_(grid.nside()) {
  if (nside_ == 0) {
    rings_ = grid.rings();
    std::stable_sort(rings_.begin(), rings_.end(),
                     [](Ring const& a, Ring const& b) { return a.theta < b.theta; });
  }
}

std::int64_t PixelFinder::towards(SkyProjection::Vector const& sky) const {
  return nside_ > 0 ? healpix::ring_pixel_towards(nside_, sky) : (*this)(direction_of(sky));
}

std::int64_t PixelFinder::operator()(healpix::Direction direction) const {
  if (nside_ > 0) {
    return healpix::ring_pixel(nside_, direction);
  }
  auto ring =
      std::lower_bound(rings_.begin(), rings_.end(), direction.theta,
                       [](Ring const& candidate, double theta) { return candidate.theta < theta; });
  bool const before =
      ring == rings_.end() || (ring != rings_.begin() &&
                               direction.theta - (ring - 1)->theta < ring->theta - direction.theta);
  ring -= before ? 1 : 0;
  auto const count = static_cast<double>(ring->nphi);
  double const place = std::round((direction.phi - ring->phi0) * count / (2.0 * pi));
  auto const around = static_cast<std::int64_t>(place - count * std::floor(place / count));
  return ring->first + std::min(around, ring->nphi - 1) * ring->stride;
}

PixelsOfLine::PixelsOfLine(PixelFinder const& find, SkyProjection::Line const& line)
    : find_(find), line_(line) {
  SkyProjection const& projection = *line.projection_;
  if (find.nside_ > 0 && projection.keeps_latitudes()) {
    circle_.emplace(find.nside_, line.sine_, line.cosine_ * line.cosine_);
    phi_ = std::atan2(projection.axes_[0][1], projection.axes_[0][0]);
  }
}

void PixelsOfLine::along(double first, double step, std::span<std::int64_t> elements) const {
  constexpr std::int64_t beside = -1;
  auto const place = [&](std::size_t i) { return first + static_cast<double>(i) * step; };
  if (!circle_) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      std::optional<SkyProjection::Vector> const sky = line_.sky(place(i));
      elements[i] = sky ? find_.towards(*sky) : beside;
    }
    return;
  }
  constexpr std::size_t block = 512;  // which stay in the first cache
  std::array<double, block> phi{};
  for (std::size_t begin = 0; begin < elements.size(); begin += block) {
    std::size_t const count = std::min(block, elements.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      double const x = place(begin + i);
      phi[i] = line_.is_beside(x) ? 0.0 : phi_ + line_.turn_ * x;
    }
    circle_->pixels(std::span(phi).first(count), elements.subspan(begin, count));
    for (std::size_t i = begin; i < begin + count; ++i) {
      elements[i] = line_.is_beside(place(i)) ? beside : elements[i];
    }
  }
}

}  // namespace siderum
