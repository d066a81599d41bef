/* The plot's shapes from numbers: columns, scales, paths. No element. */

/* The greatest value of each column of lines [first, last], because there may be more lines than pixels. */
export function columnsOf(values, first, last, count, pick, scale) {
  const columns = new Array(count), length = last - first + 1;
  for (let c = 0; c < count; c++) {
    const from = first - 1 + Math.floor(c * length / count);
    const to = Math.max(from + 1, first - 1 + Math.floor((c + 1) * length / count));
    let best = values[from];
    for (let i = from + 1; i < to; i++) {
      best = pick(values[i]) > pick(best) ? values[i] : best;
    }
    columns[c] = scale(best);
  }
  return columns;
}

export const scales = {
  root: {to: value => Math.sign(value) * Math.sqrt(Math.abs(value)), from: value => value * value},
  linear: {to: value => value, from: value => value},
};

export const greatest = (...lists) => lists.reduce((most, list) => list.reduce((a, b) => Math.max(a, b), most), 1);

export function bars(columns, width, y0, y) {
  const step = width / columns.length;
  return `M0 ${y0}` + columns.map((value, c) => `V${y(value).toFixed(1)}H${((c + 1) * step).toFixed(2)}`).join("") + `V${y0}Z`;
}

export function curve(columns, width, y) {
  const step = width / columns.length;
  return columns.map((value, c) => `${c ? "L" : "M"}${((c + 0.5) * step).toFixed(1)} ${y(value).toFixed(1)}`).join("");
}

/* Round numbers of lines, about one each 90 pixels. */
export function tickLines({first, last}, width) {
  const wanted = Math.max(2, Math.floor(width / 90)), rough = (last - first + 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, [1, 2, 5, 10].map(f => f * power).find(s => s >= rough));
  const all = [];
  for (let line = Math.max(step, Math.ceil(first / step) * step); line <= last; line += step) {
    all.push(line);
  }
  return all;
}
