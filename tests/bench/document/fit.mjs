// The straight line through points, with each point's error counted as a share of it: a small one counts like a large one.

/** `{base, slope, r2, worst}`: y = base + slope x; `worst` is the largest share by which a point lies off it. */
export function straight(points) {
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const [x, y] of points) {
    const weight = 1 / (y * y);
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
  const base = (wy - slope * wx) / w;
  const off = points.map(([x, y]) => base + slope * x - y);
  const mean = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, [, y]) => sum + (y - mean) ** 2, 0);
  const r2 = 1 - off.reduce((sum, error) => sum + error ** 2, 0) / spread;
  return { base, slope, r2, worst: Math.max(...points.map(([, y], n) => Math.abs(off[n]) / y)) };
}
