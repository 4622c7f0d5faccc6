// AssemblyScript: products of 8-bit matrices with floats, for `matrices.js`. `product.json` has the
// compiled module; `node tests/scripts/product.js` writes it.
//
// A row of floats x becomes whole numbers u and l of 15 and 16 bits, with x = 2^e (u + l / 2^15), so
// that the sums over its columns are exact in 32 bits: |q u| < 2^7 2^14, times at most 1,024 columns.

/** Writes u and l of `columns` floats, one after the other; returns 2^e. */
function split(x: usize, to: usize, columns: i32): f64 {
  let largest = f32x4.splat(0);
  const end = x + (columns << 2);
  for (let at = x; at < end; at += 16) largest = f32x4.max(largest, f32x4.abs(v128.load(at)));
  const most = max(max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)),
    max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)));
  // The exponent of the largest number, which thereby becomes less than 2^14; from 2^-100 on, since
  // the inverse of a power below that is no 32-bit float.
  const exponent = max((reinterpret<i32>(most) >> 23) - 126, -100) - 14;
  const inverse = f32x4.splat(reinterpret<f32>((127 - exponent) << 23));
  const lower = columns << 1;
  for (; x < end; x += 32, to += 16) {
    const a = f32x4.mul(v128.load(x), inverse), b = f32x4.mul(v128.load(x + 16), inverse);
    const u = f32x4.nearest(a), v = f32x4.nearest(b);
    v128.store(to, narrow(u, v));
    const scale = f32x4.splat(32768);
    v128.store(to + lower, narrow(f32x4.nearest(f32x4.mul(f32x4.sub(a, u), scale)),
      f32x4.nearest(f32x4.mul(f32x4.sub(b, v), scale))));
  }
  return reinterpret<f64>(<i64>(exponent + 1023) << 52);
}

// @ts-ignore: decorator
@inline function narrow(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(a), i32x4.trunc_sat_f32x4_s(b));
}

// @ts-ignore: decorator
@inline function total(sums: v128): f64 {
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2)
    + i32x4.extract_lane(sums, 3);
}

/**
 * Writes y[n, rows] = x[n, columns] (scale_r q_r), with q [rows, columns] of 8 bits.
 * `columns` is a multiple of 8, at most 1,024; `work` has room for 4 n columns + 8 n bytes.
 */
export function product(q: usize, scales: usize, x: usize, y: usize, work: usize, rows: i32,
  columns: i32, n: i32): void {
  const width = columns << 2;
  const powers = work + n * width;
  for (let i = 0; i < n; i += 1) {
    store<f64>(powers + (i << 3), split(x + i * width, work + i * width, columns));
  }
  const lower = columns << 1;
  // Two rows at a time share what is loaded of an input; of an odd number, the last is read twice.
  for (let r = 0; r < rows; r += 2, q += columns << 1) {
    const pair = r + 1 < rows;
    const other = pair ? columns : 0;
    const first = <f64>load<f32>(scales + (r << 2));
    const second = <f64>load<f32>(scales + ((r + i32(pair)) << 2));
    for (let i = 0; i < n; i += 1) {
      let a = i32x4.splat(0), b = i32x4.splat(0), c = i32x4.splat(0), d = i32x4.splat(0);
      let at = work + i * width;
      for (let w = q, end = q + columns; w < end; w += 8, at += 16) {
        const upper = v128.load(at), rest = v128.load(at + lower);
        const one = v128.load_ext<i8>(w), two = v128.load_ext<i8>(w + other);
        a = i32x4.add(a, i32x4.dot_i16x8_s(one, upper));
        b = i32x4.add(b, i32x4.dot_i16x8_s(one, rest));
        c = i32x4.add(c, i32x4.dot_i16x8_s(two, upper));
        d = i32x4.add(d, i32x4.dot_i16x8_s(two, rest));
      }
      const power = load<f64>(powers + (i << 3));
      const to = y + ((i * rows + r) << 2);
      store<f32>(to, <f32>(first * power * (total(a) + total(b) / 32768)));
      if (pair) store<f32>(to + 4, <f32>(second * power * (total(c) + total(d) / 32768)));
    }
  }
}
