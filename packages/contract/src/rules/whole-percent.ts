/** Rounded down, as 99.9 % is not all of it. Products of decimals are a little off: 0.29 × 100 is 28.999999999999996. */
export const wholePercent = (value: number): number => Math.floor(value + 1e-9)
