/** A table of figures, each with its limit. */

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

type Cell = string | number

export class Results {
  readonly #rows: { isWithin: boolean; cells: Cell[] }[] = []
  readonly #titles: string[]

  constructor(...titles: string[]) {
    this.#titles = titles
    this.#line(titles)
  }

  /** Prints the row at once: the rest may take minutes. */
  add(isWithin: boolean, ...cells: Cell[]): void {
    this.#rows.push({ isWithin, cells })
    this.#line([...cells, isWithin ? '' : 'OVER'])
  }

  /** The exit code: 1 if any figure is over its limit. */
  print(): 0 | 1 {
    const over = this.#rows.filter(({ isWithin }) => !isWithin)
    console.log(
      over.length === 0 ? `all ${this.#rows.length} within their limits` : `${over.length} of ${this.#rows.length} over their limits`,
    )
    return over.length === 0 ? 0 : 1
  }

  #line(cells: Cell[]): void {
    const text = cells.map((cell, n) => (n === 0 ? String(cell).padEnd(40) : write(cell).padStart((this.#titles[n]?.length ?? 4) + 4)))
    console.log(text.join(''))
  }
}

const write = (cell: Cell) => (typeof cell === 'string' ? cell : cell.toFixed(cell < 10 && !Number.isInteger(cell) ? 2 : 0))
