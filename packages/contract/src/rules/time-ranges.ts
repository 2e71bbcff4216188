/** Ranges of seconds in a video. */

export type TimeRange = readonly [from: number, to: number]

/** Sorted, disjoint and within the video; ranges at most `gap` seconds apart are merged. Empty and invalid ranges are dropped. */
export function mergeRanges(ranges: readonly TimeRange[], duration = Number.POSITIVE_INFINITY, gap = 0): [number, number][] {
  const merged: [number, number][] = []
  const valid = ranges
    .map(([from, to]): [number, number] => [Math.max(0, from), Math.min(duration, to)])
    .filter(([from, to]) => Number.isFinite(from) && Number.isFinite(to) && to > from)
  for (const [from, to] of valid.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from - last[1] <= gap) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Total seconds of disjoint ranges. */
export const sumRanges = (ranges: readonly TimeRange[]): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
