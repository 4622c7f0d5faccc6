// Runs a list of calls on tensors of 32-bit floats: a sentence is encoded and translated in one call.
//
// No model is known here. `tables.py` writes the list, and `../../tools/engine.py` makes `engine.wasm`
// of this file. Whole numbers and truths are floats, too: 0 and 1. An address is a number of bytes.

#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define OPERANDS 4
#define AXES 4

typedef __SIZE_TYPE__ size;

typedef struct {
  int code;
  int n[AXES];                  // the sizes of the result, or what the call's comment says
  int at[OPERANDS];             // addresses: the result, then what is read
  int step[OPERANDS][AXES];     // how many numbers lie between neighbours along each axis
  int extra[7];
} Call;

typedef struct {
  int rows, columns;  // rows of the matrix, without those that fill up a block
  int scales;         // the address of a scale a row; 0 if the numbers are floats
  int numbers;
  int bias;           // an address, or 0
} Matrix;

typedef struct {
  int calls, encode, step;        // the address of all calls, and how many encode and make a step
  int token, logits, vocabulary;  // addresses of the token that is read and of the logits; their number
  int known, most, end;           // tokens to write, -1 to choose one; the most steps; the end mark
  int work;                       // room for the parts of an input, and for gates
  int tokens, log_probs;          // what was written: a number a step
  int candidates, candidate_log_probs, best;  // the most probable tokens, `best` of them a step
  int kept, kept_count;           // triples: an address, how many numbers, and where they are kept
} Job;

// Hypotheses of a beam are rows: row r has the calls and numbers of row 0, each `r` times further.
typedef struct {
  int calls, encode, before, step;  // as in Job; `before` calls of a step precede the vocabulary's product
  int rows, apart;                  // how many, and how many bytes apart their numbers are
  int logits, vocabulary, work;     // as in Job
  int parents, states, state_count; // the rows to continue, and pairs: an address, and how many numbers
  int found, found_log_probs, best; // the most probable tokens of each row, `best` of them
  int kept, kept_count;             // as in Job, with a fourth number: how many bytes apart rows are
  int room;                         // for the states of all rows
} Beam;

extern unsigned char __heap_base;

EXPORT(first_free) int first_free(void) { return (int)&__heap_base; }

#define F(address) ((float *)(size)(address))
#define LANE wasm_f32x4_extract_lane
#define SPLAT wasm_f32x4_splat

static float sum_of(v128_t a) { return (LANE(a, 0) + LANE(a, 1)) + (LANE(a, 2) + LANE(a, 3)); }

static float most_of(v128_t a) {
  v128_t b = wasm_f32x4_pmax(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));
  return LANE(wasm_f32x4_pmax(b, wasm_i32x4_shuffle(b, b, 1, 0, 3, 2)), 0);
}

static void copy(float *to, const float *from, int n) {
  for (int i = 0; i < n; i += 1) to[i] = from[i];
}

// Functions of a number

// e^x = 2^k e^r with |r| <= ln(2) / 2, and e^r by its series, whose rest is below 6e-9. Added to
// 3 * 2^22, a float is rounded to a whole number, which its last bits then are.
static inline v128_t exp4(v128_t x) {
  const v128_t low = SPLAT(-87.0f), round = SPLAT(12582912.0f);
  v128_t y = wasm_f32x4_pmin(wasm_f32x4_pmax(x, low), SPLAT(88.0f));
  v128_t rounded = wasm_f32x4_add(wasm_f32x4_mul(y, SPLAT(1.44269504f)), round);
  v128_t k = wasm_f32x4_sub(rounded, round);
  v128_t r = wasm_f32x4_sub(y, wasm_f32x4_mul(k, SPLAT(0.693145752f)));  // ln 2 in two parts
  r = wasm_f32x4_sub(r, wasm_f32x4_mul(k, SPLAT(1.42860677e-6f)));
  v128_t p = SPLAT(1.0f / 5040);
  const float series[] = {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1, 1};
  for (int i = 0; i < 7; i += 1) p = wasm_f32x4_add(wasm_f32x4_mul(p, r), SPLAT(series[i]));
  v128_t power = wasm_i32x4_shl(wasm_i32x4_add(rounded, wasm_i32x4_splat(127)), 23);
  return wasm_v128_andnot(wasm_f32x4_mul(p, power), wasm_f32x4_lt(x, low));
}

static inline v128_t sigmoid4(v128_t x) {
  v128_t one = SPLAT(1);
  return wasm_f32x4_div(one, wasm_f32x4_add(one, exp4(wasm_f32x4_neg(x))));
}

// tanh x = 1 - 2 / (e^2x + 1), and near 0, where that would lose digits, its series.
static inline v128_t tanh4(v128_t x) {
  v128_t square = wasm_f32x4_mul(x, x);
  v128_t p = SPLAT(62.0f / 2835);
  const float series[] = {-17.0f / 315, 2.0f / 15, -1.0f / 3, 1};
  for (int i = 0; i < 4; i += 1) p = wasm_f32x4_add(wasm_f32x4_mul(p, square), SPLAT(series[i]));
  v128_t near = wasm_f32x4_mul(p, x);
  v128_t e = exp4(wasm_f32x4_add(x, x));
  v128_t far = wasm_f32x4_sub(SPLAT(1), wasm_f32x4_div(SPLAT(2), wasm_f32x4_add(e, SPLAT(1))));
  return wasm_v128_bitselect(near, far, wasm_f32x4_lt(square, SPLAT(0.04f)));
}

// ln x = k ln 2 + 2 artanh((m - 1) / (m + 1)) with x = 2^k m and m from sqrt(1/2) to sqrt(2), and the
// series of artanh, whose rest is below 3e-9. Numbers below 2^-126 are made larger first.
static inline v128_t log4(v128_t x) {
  const v128_t one = SPLAT(1);
  v128_t small = wasm_f32x4_lt(x, SPLAT(1.17549435e-38f));
  v128_t y = wasm_v128_bitselect(wasm_f32x4_mul(x, SPLAT(16777216.0f)), x, small);
  // Less the bits of sqrt(1/2), the exponent of y is that of a number m 2^k.
  v128_t bits = wasm_i32x4_sub(y, wasm_i32x4_splat(0x3f3504f3));
  v128_t k = wasm_f32x4_convert_i32x4(wasm_i32x4_shr(bits, 23));
  k = wasm_f32x4_sub(k, wasm_v128_and(small, SPLAT(24)));
  v128_t within = wasm_v128_and(bits, wasm_i32x4_splat(0x7fffff));
  v128_t m = wasm_i32x4_add(within, wasm_i32x4_splat(0x3f3504f3));
  v128_t t = wasm_f32x4_div(wasm_f32x4_sub(m, one), wasm_f32x4_add(m, one));
  v128_t square = wasm_f32x4_mul(t, t), p = SPLAT(2.0f / 9);
  const float series[] = {2.0f / 7, 2.0f / 5, 2.0f / 3};
  for (int i = 0; i < 3; i += 1) p = wasm_f32x4_add(wasm_f32x4_mul(p, square), SPLAT(series[i]));
  v128_t rest = wasm_f32x4_add(t, wasm_f32x4_add(t, wasm_f32x4_mul(t, wasm_f32x4_mul(square, p))));
  rest = wasm_f32x4_add(rest, wasm_f32x4_mul(k, SPLAT(1.42860677e-6f)));
  v128_t found = wasm_f32x4_add(wasm_f32x4_mul(k, SPLAT(0.693145752f)), rest);
  found = wasm_v128_bitselect(SPLAT(-__builtin_inff()), found, wasm_f32x4_eq(x, SPLAT(0)));
  return wasm_v128_bitselect(SPLAT(__builtin_nanf("")), found, wasm_f32x4_lt(x, SPLAT(0)));
}

// Calls on each number. A row's last four may reach beyond its end: what follows is written later.

static inline v128_t read4(const float *from, int step) {
  if (step == 1) return wasm_v128_load(from);
  if (step == 0) return wasm_v128_load32_splat(from);
  return wasm_f32x4_make(from[0], from[step], from[2 * step], from[3 * step]);
}

#define TRUTH(mask) wasm_v128_and(mask, SPLAT(1))
#define IS(x) wasm_f32x4_ne(x, SPLAT(0))

#define EACH(formula)                                                                         \
  for (int i = 0; i < c->n[0]; i += 1)                                                        \
    for (int j = 0; j < c->n[1]; j += 1)                                                      \
      for (int k = 0; k < c->n[2]; k += 1) {                                                  \
        const float *from[OPERANDS];                                                          \
        for (int o = 1; o < OPERANDS; o += 1)                                                 \
          from[o] = F(c->at[o]) + i * c->step[o][0] + j * c->step[o][1] + k * c->step[o][2];  \
        float *to = F(c->at[0]) + ((i * c->n[1] + j) * c->n[2] + k) * c->n[3];                \
        const int sx = c->step[1][3], sy = c->step[2][3], sz = c->step[3][3];                 \
        (void)sy, (void)sz;                                                                   \
        for (int l = 0; l < c->n[3]; l += 4) {                                                \
          v128_t x = read4(from[1] + l * sx, sx);                                             \
          wasm_v128_store(to + l, formula);                                                   \
        }                                                                                     \
      }                                                                                       \
  break;
#define Y read4(from[2] + l * sy, sy)
#define Z read4(from[3] + l * sz, sz)

// Products with a matrix

// Splits a row x of floats into whole numbers u and v, x = 2^e (u + v / parts), so that the sums over
// all columns of 8 bits are exact in 32 bits: of up to 1,024 columns, u has 15 bits and v 16, and one
// less for twice as many. Returns 2^e.
static float split(const float *x, short *u, short *v, int columns, float *parts) {
  v128_t largest = SPLAT(0);
  int i = 0;
  for (; i + 4 <= columns; i += 4)
    largest = wasm_f32x4_pmax(largest, wasm_f32x4_abs(wasm_v128_load(x + i)));
  union { float f; int i; } most = {most_of(largest)};
  for (; i < columns; i += 1) {
    float one = __builtin_fabsf(x[i]);
    if (one > most.f) most.f = one;
  }
  int exponent = (most.i >> 23) - 126;
  if (exponent < -100) exponent = -100;
  exponent -= 14;
  *parts = 32768;
  for (int fit = 1024; fit < columns; fit *= 2) exponent += 1, *parts /= 2;
  union { int i; float f; } inverse = {(127 - exponent) << 23}, power = {(127 + exponent) << 23};
  const v128_t by = SPLAT(inverse.f), more = SPLAT(*parts);
  for (i = 0; i < columns; i += 4) {
    v128_t a = wasm_f32x4_mul(wasm_v128_load(x + i), by);
    v128_t whole = wasm_f32x4_nearest(a);
    v128_t rest = wasm_f32x4_nearest(wasm_f32x4_mul(wasm_f32x4_sub(a, whole), more));
    v128_t both = wasm_i16x8_narrow_i32x4(
        wasm_i32x4_trunc_sat_f32x4(whole), wasm_i32x4_trunc_sat_f32x4(rest));
    wasm_v128_store64_lane(u + i, both, 0);
    wasm_v128_store64_lane(v + i, both, 1);
  }
  for (i = columns; i < columns + (columns & 1); i += 1) u[i] = v[i] = 0;
  return power.f;
}

// y = W x + b for a row x. The numbers of W lie in blocks of 16 rows: two columns of each, then the
// next two; floats in blocks of 16 rows, one column after the other.
static void product(const Matrix *w, const float *x, float *y, int work) {
  const float *bias = w->bias ? F(w->bias) : 0;
  if (!w->scales) {
    const float *at = F(w->numbers);
    for (int row = 0; row < w->rows; row += 16, y += 16) {
      v128_t sum[4];
      for (int b = 0; b < 4; b += 1) sum[b] = bias ? wasm_v128_load(bias + row + 4 * b) : SPLAT(0);
      for (int i = 0; i < w->columns; i += 1, at += 16) {
        v128_t one = SPLAT(x[i]);
#pragma clang loop unroll(full)
        for (int b = 0; b < 4; b += 1)
          sum[b] = wasm_f32x4_add(sum[b], wasm_f32x4_mul(one, wasm_v128_load(at + 4 * b)));
      }
#pragma clang loop unroll(full)
      for (int b = 0; b < 4; b += 1) wasm_v128_store(y + 4 * b, sum[b]);
    }
    return;
  }
  const int pairs = (w->columns + 1) / 2;
  short *u = (short *)(size)work, *v = u + 2 * pairs + 8;
  float parts;
  const v128_t power = SPLAT(split(x, u, v, w->columns, &parts)), less = SPLAT(1 / parts);
  const signed char *at = (const signed char *)(size)w->numbers;
  const float *scales = F(w->scales);
  for (int row = 0; row < w->rows; row += 16) {
    v128_t upper[4], lower[4];
#pragma clang loop unroll(full)
    for (int b = 0; b < 4; b += 1) upper[b] = lower[b] = wasm_i32x4_splat(0);
    for (int i = 0; i < pairs; i += 1, at += 32) {
      v128_t one = wasm_v128_load32_splat(u + 2 * i), two = wasm_v128_load32_splat(v + 2 * i);
#pragma clang loop unroll(full)
      for (int b = 0; b < 4; b += 1) {
        v128_t q = wasm_i16x8_load8x8(at + 8 * b);
        upper[b] = wasm_i32x4_add(upper[b], wasm_i32x4_dot_i16x8(q, one));
        lower[b] = wasm_i32x4_add(lower[b], wasm_i32x4_dot_i16x8(q, two));
      }
    }
#pragma clang loop unroll(full)
    for (int b = 0; b < 4; b += 1) {
      v128_t total = wasm_f32x4_add(wasm_f32x4_convert_i32x4(upper[b]),
                                    wasm_f32x4_mul(wasm_f32x4_convert_i32x4(lower[b]), less));
      v128_t by = wasm_f32x4_mul(power, wasm_v128_load(scales + row + 4 * b));
      total = wasm_f32x4_mul(total, by);
      if (bias) total = wasm_f32x4_add(total, wasm_v128_load(bias + row + 4 * b));
      wasm_v128_store(y + row + 4 * b, total);
    }
  }
}

// `n[0]` rows of `at[1]`, `step[1][0]` numbers apart. What fills up a row's last block is written over
// by the next row, or lies behind the result.
static void linear(const Call *c, int work) {
  const Matrix *w = (const Matrix *)(size)c->extra[0];
  for (int i = 0; i < c->n[0]; i += 1)
    product(w, F(c->at[1]) + i * c->step[1][0], F(c->at[0]) + i * w->rows, work);
}

// Rows of a matrix by the numbers `at[1]`, `n[0]` of them.
static void embed(const Call *c) {
  const Matrix *w = (const Matrix *)(size)c->extra[0];
  for (int i = 0; i < c->n[0]; i += 1) {
    int row = (int)F(c->at[1])[i * c->step[1][0]], within = row & 15;
    float *to = F(c->at[0]) + i * w->columns;
    if (w->scales) {
      int width = (w->columns + 1) & ~1;
      const signed char *at = (const signed char *)(size)w->numbers + (row - within) * width;
      float scale = F(w->scales)[row];
      for (int j = 0; j < w->columns; j += 1)
        to[j] = scale * at[(j >> 1) * 32 + 2 * within + (j & 1)];
    } else {
      const float *at = F(w->numbers) + (row - within) * w->columns + within;
      for (int j = 0; j < w->columns; j += 1) to[j] = at[16 * j];
    }
  }
}

// Products of matrices [n0, n1, n3] and [n0, n3, n2].
static void multiply(const Call *c) {
  const int inner = c->n[3], m = c->n[2];
  const int *sa = c->step[1], *sb = c->step[2];
  for (int i = 0; i < c->n[0]; i += 1)
    for (int j = 0; j < c->n[1]; j += 1) {
      const float *a = F(c->at[1]) + i * sa[0] + j * sa[1], *b = F(c->at[2]) + i * sb[0];
      float *to = F(c->at[0]) + (i * c->n[1] + j) * m;
      if (sb[2] == 1 && m > 1) {
        for (int l = 0; l < m; l += 1) to[l] = 0;
        for (int k = 0; k < inner; k += 1) {
          const float *row = b + k * sb[1];
          v128_t by = SPLAT(a[k * sa[2]]);
          int l = 0;
          for (; l + 4 <= m; l += 4)
            wasm_v128_store(to + l, wasm_f32x4_add(wasm_v128_load(to + l),
                                                   wasm_f32x4_mul(by, wasm_v128_load(row + l))));
          for (; l < m; l += 1) to[l] += a[k * sa[2]] * row[l];
        }
        continue;
      }
      for (int l = 0; l < m; l += 1) {
        const float *other = b + l * sb[2];
        v128_t sum = SPLAT(0), more = SPLAT(0);
        int k = 0;
        if (sa[2] == 1 && sb[1] == 1)
          for (; k + 8 <= inner; k += 8) {
            sum = wasm_f32x4_add(sum, wasm_f32x4_mul(wasm_v128_load(a + k), wasm_v128_load(other + k)));
            more = wasm_f32x4_add(
                more, wasm_f32x4_mul(wasm_v128_load(a + k + 4), wasm_v128_load(other + k + 4)));
          }
        float total = sum_of(wasm_f32x4_add(sum, more));
        for (; k < inner; k += 1) total += a[k * sa[2]] * other[k * sb[1]];
        to[l] = total;
      }
    }
}

// States [n0, n1] of an RNN that reads W x + b in `at[1]` [n0, gates n1], from the state `at[2]`, and
// of an LSTM the cell `at[3]`, which becomes its last. `extra`: the matrix, the cell, and the address of
// an LSTM's last cell.
enum { TANH_RNN, GRU_RNN, LSTM_RNN };
static void read_rnn(const Call *c, int work) {
  const Matrix *w = (const Matrix *)(size)c->extra[0];
  const int n = c->n[1], cell = c->extra[1], gates = cell == LSTM_RNN ? 4 : cell == GRU_RNN ? 3 : 1;
  float *hidden = F(work), *memory = F(c->extra[2]);
  const float *before = F(c->at[2]);
  const int lines = (w->rows + 15) & ~15;
  if (cell == LSTM_RNN) copy(memory, F(c->at[3]), n);
  for (int t = 0; t < c->n[0]; t += 1) {
    const float *in = F(c->at[1]) + t * gates * n;
    float *to = F(c->at[0]) + t * n;
    product(w, before, hidden, work + 4 * lines);
#define AT(from, gate) read4((from) + (gate) * n + i, 1)
#define GATE(gate) wasm_f32x4_add(AT(in, gate), AT(hidden, gate))
    for (int i = 0; i < n; i += 4) {
      v128_t state;
      if (cell == GRU_RNN) {
        v128_t reset = sigmoid4(GATE(0)), keep = sigmoid4(GATE(1));
        v128_t fresh = tanh4(wasm_f32x4_add(AT(in, 2), wasm_f32x4_mul(reset, AT(hidden, 2))));
        v128_t change = wasm_f32x4_sub(AT(before, 0), fresh);
        state = wasm_f32x4_add(fresh, wasm_f32x4_mul(keep, change));
      } else if (cell == LSTM_RNN) {
        v128_t kept = wasm_f32x4_mul(sigmoid4(GATE(1)), AT(memory, 0));
        v128_t now = wasm_f32x4_add(kept, wasm_f32x4_mul(sigmoid4(GATE(0)), tanh4(GATE(2))));
        wasm_v128_store(memory + i, now);
        state = wasm_f32x4_mul(sigmoid4(GATE(3)), tanh4(now));
      } else {
        state = tanh4(GATE(0));
      }
      wasm_v128_store(to + i, state);
    }
    before = to;
  }
}

// Calls along an axis: [n0, n1, n2] along the middle one; the result has the axes next to each other.

enum { SUM, MOST, SUMS };
static void reduce(const Call *c, int kind) {
  const int *s = c->step[1];
  for (int i = 0; i < c->n[0]; i += 1)
    for (int k = 0; k < c->n[2]; k += 1) {
      const float *from = F(c->at[1]) + i * s[0] + k * s[2];
      float *to = F(c->at[0]) + (kind == SUMS ? i * c->n[1] * c->n[2] + k : i * c->n[2] + k);
      float total = kind == MOST ? -__builtin_inff() : 0;
      for (int j = 0; j < c->n[1]; j += 1) {
        float x = from[j * s[1]];
        total = kind == MOST ? (x > total ? x : total) : total + x;
        if (kind == SUMS) to[j * c->n[2]] = total;
      }
      if (kind != SUMS) *to = total;
    }
}

// The largest of a row's numbers.
static float most_in(const float *from, int n) {
  v128_t most = SPLAT(from[0]);
  int i = 0;
  for (; i + 4 <= n; i += 4) most = wasm_f32x4_pmax(most, wasm_v128_load(from + i));
  float found = most_of(most);
  for (; i < n; i += 1) found = from[i] > found ? from[i] : found;
  return found;
}

// Softmax of `n[0]` rows of `n[1]` numbers.
static void softmax(const Call *c) {
  const int n = c->n[1];
  for (int i = 0; i < c->n[0]; i += 1) {
    const float *from = F(c->at[1]) + i * c->step[1][0];
    float *to = F(c->at[0]) + i * n;
    const v128_t most = SPLAT(most_in(from, n));
    v128_t part = SPLAT(0);
    int j = 0;
    for (; j + 4 <= n; j += 4) {
      v128_t one = exp4(wasm_f32x4_sub(wasm_v128_load(from + j), most));
      part = wasm_f32x4_add(part, one);
      wasm_v128_store(to + j, one);
    }
    float total = sum_of(part);
    if (j < n) wasm_v128_store(to + j, exp4(wasm_f32x4_sub(wasm_v128_load(from + j), most)));
    for (; j < n; j += 1) total += to[j];
    for (j = 0; j < n; j += 1) to[j] /= total;
  }
}

// The numbers of `n[0]` rows of `n[1]`, the largest first, and in `extra[0]` where they were.
static void sort(const Call *c) {
  for (int i = 0; i < c->n[0]; i += 1) {
    const float *from = F(c->at[1]) + i * c->step[1][0];
    float *to = F(c->at[0]) + i * c->n[1], *places = F(c->extra[0]) + i * c->n[1];
    for (int j = 0; j < c->n[1]; j += 1) {
      int k = j;
      for (; k > 0 && to[k - 1] < from[j]; k -= 1) to[k] = to[k - 1], places[k] = places[k - 1];
      to[k] = from[j], places[k] = (float)j;
    }
  }
}

// Numbers of `at[1]` whose place along the axis `extra[0]` is read from `at[2]`.
static void gather(const Call *c) {
  const int axis = c->extra[0], *s = c->step[1], *p = c->step[2];
  float *to = F(c->at[0]);
  int at[AXES];
  for (at[0] = 0; at[0] < c->n[0]; at[0] += 1)
    for (at[1] = 0; at[1] < c->n[1]; at[1] += 1)
      for (at[2] = 0; at[2] < c->n[2]; at[2] += 1)
        for (at[3] = 0; at[3] < c->n[3]; at[3] += 1) {
          int from = 0, place = 0;
          for (int a = 0; a < AXES; a += 1) place += at[a] * p[a], from += a == axis ? 0 : at[a] * s[a];
          *to++ = F(c->at[1])[from + (int)F(c->at[2])[place] * s[axis]];
        }
}

// `n[0]` rows of `n[1]` numbers, by their places along the first axis (`at[2]`) and the second.
static void pick(const Call *c) {
  for (int i = 0; i < c->n[0]; i += 1) {
    int one = (int)F(c->at[2])[i * c->step[2][0]], other = (int)F(c->at[3])[i * c->step[3][0]];
    const float *from = F(c->at[1]) + one * c->step[1][0] + other * c->step[1][1];
    for (int j = 0; j < c->n[1]; j += 1) F(c->at[0])[i * c->n[1] + j] = from[j * c->step[1][2]];
  }
}

// A row of `n[0]` numbers, to which the `n[1]` numbers of `at[3]` are added at the places `at[2]`.
static void scatter_add(const Call *c) {
  copy(F(c->at[0]), F(c->at[1]), c->n[0]);
  for (int i = 0; i < c->n[1]; i += 1)
    F(c->at[0])[(int)F(c->at[2])[i * c->step[2][0]]] += F(c->at[3])[i * c->step[3][0]];
}

// Filters [n0, n2] over a row of n1 numbers, with zeros around it.
static void convolve(const Call *c) {
  const int length = c->n[1], width = c->n[2], left = (width - 1) / 2;
  for (int f = 0; f < c->n[0]; f += 1)
    for (int i = 0; i < length; i += 1) {
      float sum = 0;
      for (int k = 0; k < width; k += 1) {
        int at = i + k - left;
        if (at >= 0 && at < length) sum += F(c->at[1])[at * c->step[1][0]] * F(c->at[2])[f * width + k];
      }
      F(c->at[0])[f * length + i] = sum;
    }
}

// Copies numbers to where the result's own steps say.
static void place(const Call *c) {
  for (int i = 0; i < c->n[0]; i += 1)
    for (int j = 0; j < c->n[1]; j += 1)
      for (int k = 0; k < c->n[2]; k += 1) {
        const int *s = c->step[1], *o = c->step[0];
        const float *from = F(c->at[1]) + i * s[0] + j * s[1] + k * s[2];
        float *to = F(c->at[0]) + i * o[0] + j * o[1] + k * o[2];
        for (int l = 0; l < c->n[3]; l += 1) to[l * o[3]] = from[l * s[3]];
      }
}

// The codes are in the order of `CODES` in `tables.py`.
enum {
  PLACE, LINEAR, EMBED, MULTIPLY, RNN, SOFTMAX, REDUCE_SUM, REDUCE_MOST, CUMULATE, SORT, GATHER, PICK,
  SCATTER_ADD, CONVOLVE, RANGE, TANH, SIGMOID, EXP, LOG, SQRT, ABS, NOT, ADD, SUB, MUL, DIV, MIN, MAX,
  NE, EQ, GT, GE, LT, LE, WHERE
};

static void run(const Call *c, int count, int work) {
  for (const Call *end = c + count; c < end; c += 1) switch (c->code) {
      case PLACE: place(c); break;
      case LINEAR: linear(c, work); break;
      case EMBED: embed(c); break;
      case MULTIPLY: multiply(c); break;
      case RNN: read_rnn(c, work); break;
      case SOFTMAX: softmax(c); break;
      case REDUCE_SUM: reduce(c, SUM); break;
      case REDUCE_MOST: reduce(c, MOST); break;
      case CUMULATE: reduce(c, SUMS); break;
      case SORT: sort(c); break;
      case GATHER: gather(c); break;
      case PICK: pick(c); break;
      case SCATTER_ADD: scatter_add(c); break;
      case CONVOLVE: convolve(c); break;
      case RANGE:
        for (int i = 0; i < c->n[0]; i += 1) F(c->at[0])[i] = (float)(c->extra[0] + i * c->extra[1]);
        break;
      case TANH: EACH(tanh4(x))
      case SIGMOID: EACH(sigmoid4(x))
      case EXP: EACH(exp4(x))
      case LOG: EACH(log4(x))
      case SQRT: EACH(wasm_f32x4_sqrt(x))
      case ABS: EACH(wasm_f32x4_abs(x))
      case NOT: EACH(TRUTH(wasm_f32x4_eq(x, SPLAT(0))))
      case ADD: EACH(wasm_f32x4_add(x, Y))
      case SUB: EACH(wasm_f32x4_sub(x, Y))
      case MUL: EACH(wasm_f32x4_mul(x, Y))
      case DIV: EACH(wasm_f32x4_div(x, Y))
      case MIN: EACH(wasm_f32x4_min(x, Y))
      case MAX: EACH(wasm_f32x4_max(x, Y))
      case NE: EACH(TRUTH(wasm_f32x4_ne(x, Y)))
      case EQ: EACH(TRUTH(wasm_f32x4_eq(x, Y)))
      case GT: EACH(TRUTH(wasm_f32x4_gt(x, Y)))
      case GE: EACH(TRUTH(wasm_f32x4_ge(x, Y)))
      case LT: EACH(TRUTH(wasm_f32x4_lt(x, Y)))
      case LE: EACH(TRUTH(wasm_f32x4_le(x, Y)))
      case WHERE: EACH(wasm_v128_bitselect(Y, Z, IS(x)))
      default: __builtin_trap();
    }
}

// Finds the most probable tokens, best first, and writes their log-probabilities. Returns log sum exp.
static float choose(const float *logits, int n, int best, float *tokens, float *log_probs) {
  for (int i = 0; i < best; i += 1) log_probs[i] = -__builtin_inff(), tokens[i] = 0;
  for (int i = 0; i < n; i += 8) {
    v128_t least = SPLAT(log_probs[best - 1]);
    v128_t one = wasm_f32x4_gt(wasm_v128_load(logits + i), least);
    v128_t other = wasm_f32x4_gt(wasm_v128_load(logits + i + 4), least);
    if (!wasm_v128_any_true(wasm_v128_or(one, other))) continue;
    for (int j = i; j < i + 8 && j < n; j += 1) {
      int k = best - 1;
      if (!(logits[j] > log_probs[k])) continue;
      for (; k > 0 && log_probs[k - 1] < logits[j]; k -= 1)
        log_probs[k] = log_probs[k - 1], tokens[k] = tokens[k - 1];
      log_probs[k] = logits[j], tokens[k] = (float)j;
    }
  }
  const v128_t most = SPLAT(log_probs[0]);
  double total = 0;
  for (int i = 0; i < n; i += 512) {  // in parts, so that small terms count beside large sums
    v128_t part = SPLAT(0), other = SPLAT(0);
    int end = i + 512 < n ? i + 512 : n, j = i;
    for (; j + 8 <= end; j += 8) {
      part = wasm_f32x4_add(part, exp4(wasm_f32x4_sub(wasm_v128_load(logits + j), most)));
      other = wasm_f32x4_add(other, exp4(wasm_f32x4_sub(wasm_v128_load(logits + j + 4), most)));
    }
    total += sum_of(wasm_f32x4_add(part, other));
    for (; j < end; j += 1) total += LANE(exp4(SPLAT(logits[j] - log_probs[0])), 0);
  }
  float all = log_probs[0] + LANE(log4(SPLAT((float)total)), 0);
  for (int i = 0; i < best; i += 1) log_probs[i] -= all;
  return all;
}

// Encodes a sentence and makes steps until one writes the end mark; returns how many.
EXPORT(decode) int decode(const Job *job) {
  const Call *calls = (const Call *)(size)job->calls;
  run(calls, job->encode, job->work);
  for (int t = 0; t < job->most;) {
    run(calls + job->encode, job->step, job->work);
    float *found = F(job->candidates) + t * job->best;
    const float *logits = F(job->logits);
    float all = choose(logits, job->vocabulary, job->best, found,
                       F(job->candidate_log_probs) + t * job->best);
    float known = F(job->known)[t];
    int token = (int)(known < 0 ? found[0] : known);
    F(job->tokens)[t] = *F(job->token) = (float)token;
    F(job->log_probs)[t] = logits[token] - all;
    const int *kept = (const int *)(size)job->kept;
    for (int i = 0; i < job->kept_count; i += 1, kept += 3)
      copy(F(kept[2]) + t * kept[1], F(kept[0]), kept[1]);
    t += 1;
    if (token == job->end) return t;
  }
  return job->most;
}

// Begins step t of a beam, up to what the product with the vocabulary reads. All hypotheses begin as
// one, so the first step has one row.
EXPORT(begin) void begin(const Beam *beam, int t) {
  const Call *calls = (const Call *)(size)beam->calls;
  if (t == 0) run(calls, beam->encode, beam->work);
  const int *state = (const int *)(size)beam->states;
  for (int i = 0; t > 0 && i < beam->state_count; i += 1, state += 2) {
    const int n = state[1];
    for (int r = 0; r < beam->rows; r += 1)
      copy(F(beam->room) + r * n, F(state[0] + (int)F(beam->parents)[r] * beam->apart), n);
    for (int r = 0; r < beam->rows; r += 1) copy(F(state[0] + r * beam->apart), F(beam->room) + r * n, n);
  }
  for (int r = 0; r < (t ? beam->rows : 1); r += 1)
    run(calls + beam->encode + r * beam->step, beam->before, beam->work);
}

// Ends it after that product, whose call is left out, and finds the most probable tokens of each row.
EXPORT(end) void end(const Beam *beam, int t) {
  const Call *calls = (const Call *)(size)beam->calls + beam->encode + beam->before + 1;
  for (int r = 0; r < (t ? beam->rows : 1); r += 1) {
    run(calls + r * beam->step, beam->step - beam->before - 1, beam->work);
    choose(F(beam->logits + r * beam->apart), beam->vocabulary, beam->best,
           F(beam->found) + r * beam->best, F(beam->found_log_probs) + r * beam->best);
    const int *kept = (const int *)(size)beam->kept;
    for (int i = 0; i < beam->kept_count; i += 1, kept += 4)
      copy(F(kept[2]) + (t * beam->rows + r) * kept[1], F(kept[0] + r * kept[3]), kept[1]);
  }
}
