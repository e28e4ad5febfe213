/** Places in `values`, which all differ, whose values rise, as many as can be: patience sorting, in `n log n`. */
export const longestRise = (values: Int32Array): Int32Array => {
  /** For each length, the place that ends a rise of that length with the least value. */
  const ends: Array<number> = []
  const previous = new Int32Array(values.length)
  for (let place = 0; place < values.length; place++) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < values[place]!) low = middle + 1
      else high = middle
    }
    previous[place] = low === 0 ? -1 : ends[low - 1]!
    ends[low] = place
  }
  const rise = new Int32Array(ends.length)
  let place = ends.at(-1) ?? -1
  for (let index = ends.length - 1; index >= 0; index--) {
    rise[index] = place
    place = previous[place]!
  }
  return rise
}
