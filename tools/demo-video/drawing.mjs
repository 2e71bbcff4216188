// What the scenes of the demo's videos are drawn with: size, colours, shapes, movement, and texts in their usual places.

export const [width, height] = [640, 360]

/** The product's colours, those of wood, and those of a blackboard. */
export const colours = {
  paper: [0xfa, 0xf9, 0xf6],
  ink: [0x23, 0x21, 0x1d],
  blue: [0x30, 0x49, 0xc6],
  teal: [0x2f, 0x6f, 0x73],
  sky: [0xc9, 0xd3, 0xf3],
  sea: [0xdd, 0xea, 0xea],
  line: [0xe4, 0xe0, 0xd6],
  grey: [0x6b, 0x67, 0x5f],
  red: [0xa8, 0x32, 0x2a],
  rose: [0xf4, 0xdc, 0xd8],
  pine: [0xe2, 0xc3, 0x93],
  grain: [0xcb, 0xa5, 0x6f],
  oak: [0xb0, 0x7f, 0x4c],
  oakGrain: [0x93, 0x66, 0x39],
  board: [0x24, 0x3b, 0x36],
  chalk: [0xf1, 0xee, 0xe4],
  yellow: [0xf0, 0xd4, 0x7a],
}

/** Pixels of a frame for one of the video, in each direction: ffmpeg makes the frame smaller, and edges smooth. */
export const fineness = 2

/** Shapes on a frame of `fineness` times the video's size; places and sizes are those of the video. */
export function penOn(frame) {
  const across = width * fineness
  const row = (pixel, y, from, to) => {
    const [left, right] = [Math.max(0, Math.round(from)), Math.min(across, Math.round(to))]
    if (y >= 0 && y < height * fineness && right > left) frame.fill(pixel, (y * across + left) * 3, (y * across + right) * 3)
  }
  const polygon = (colour, points) => {
    const pixel = Buffer.from(colours[colour])
    const corners = points.map(([x, y]) => [x * fineness, y * fineness])
    const ys = corners.map(([, y]) => y)
    for (let y = Math.floor(Math.min(...ys)); y < Math.max(...ys); y++) {
      const middle = y + 0.5
      const crossings = corners
        .map(([x1, y1], index) => [x1, y1, ...corners[(index + 1) % corners.length]])
        .filter(([, y1, , y2]) => y1 <= middle !== y2 <= middle)
        .map(([x1, y1, x2, y2]) => x1 + ((middle - y1) / (y2 - y1)) * (x2 - x1))
        .sort((a, b) => a - b)
      for (let index = 0; index + 1 < crossings.length; index += 2) row(pixel, y, crossings[index], crossings[index + 1])
    }
  }
  const rectangle = (colour, x, y, w, h) =>
    polygon(colour, [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ])
  const oval = (colour, x, y, rx, ry = rx) =>
    polygon(
      colour,
      Array.from({ length: 48 }, (_, index) => [x + rx * Math.cos((index * Math.PI) / 24), y + ry * Math.sin((index * Math.PI) / 24)]),
    )
  const line = (colour, [x1, y1], [x2, y2], thick = 2) => {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    const [dx, dy] = [((y2 - y1) / length) * (thick / 2), ((x1 - x2) / length) * (thick / 2)]
    polygon(colour, [
      [x1 + dx, y1 + dy],
      [x2 + dx, y2 + dy],
      [x2 - dx, y2 - dy],
      [x1 - dx, y1 - dy],
    ])
  }
  return { polygon, rectangle, oval, line }
}

/** 0 to 1, slow at both ends. */
export const ease = (share) => {
  const at = Math.min(1, Math.max(0, share))
  return at * at * (3 - 2 * at)
}

/** From one number to another between two times in seconds. */
export const move = (time, from, to, start, end) => from + (to - from) * ease((time - start) / (end - start))

export const both =
  (...drawings) =>
  (pen, time) =>
    drawings.forEach((draw) => draw(pen, time))

export const title = (text) => ({ text, y: 40, size: 28, bold: true })
export const below = (text) => ({ text, y: 82, size: 18, colour: 'grey' })

/** The texts of an opening: what the video is about, and its subject. */
export const opening = (text, subject) => [
  { text, y: 96, size: 32, bold: true },
  { text: subject, y: 146, size: 20, colour: 'blue' },
]

/** Questions that are ticked one after the other. */
export const checklist = (questions) => ({
  lines: questions.map((text, index) => ({ text, x: 88, y: 133 + index * 48, size: 20 })),
  draw: ({ rectangle, line }, time) => {
    questions.forEach((_, index) => {
      const isDone = time > 1 + index * 1.4
      const y = 132 + index * 48
      rectangle(isDone ? 'blue' : 'line', 48, y, 22, 22)
      if (!isDone) return
      line('paper', [53, y + 11], [57.5, y + 16], 3)
      line('paper', [57, y + 16], [65, y + 6], 3)
    })
  },
})

/** A table: its grid and its words. `marked` names columns, rows (from 0) and single cells by their ground. */
export function table({ widths, rows, x = 48, y = 122, high = 34, markedColumns = {}, markedRows = {}, faded = [] }) {
  const lefts = widths.map((_, index) => x + widths.slice(0, index).reduce((sum, one) => sum + one, 0))
  const across = widths.reduce((sum, one) => sum + one, 0)
  return {
    draw: ({ rectangle }, time) => {
      rectangle('line', x, y, across, high)
      for (const [column, colour] of Object.entries(markedColumns))
        rectangle(colour, lefts[column], y, widths[column], high * rows.length * ease(time / 0.8))
      for (const [row, colour] of Object.entries(markedRows)) rectangle(colour, x, y + high * row, across * ease((time - 0.4) / 0.8), high)
      for (let row = 0; row <= rows.length; row++) rectangle('line', x, y + high * row - 0.5, across, 1)
      for (const left of [...lefts, x + across]) rectangle('line', left - 0.5, y, 1, high * rows.length)
    },
    lines: rows.flatMap((cells, row) =>
      cells.map((text, column) => ({
        text,
        x: lefts[column] + 10,
        y: y + high * row + 9,
        size: 16,
        bold: row === 0,
        colour: faded.includes(row) ? 'line' : 'ink',
      })),
    ),
  }
}
