// The slides of the demo lecture: text, drawing, and duration in seconds.

export const [width, height] = [640, 360]

/** The product's colours. */
export const colours = {
  paper: [0xfa, 0xf9, 0xf6],
  ink: [0x23, 0x21, 0x1d],
  blue: [0x30, 0x49, 0xc6],
  teal: [0x2f, 0x6f, 0x73],
  line: [0xe4, 0xe0, 0xd6],
  grey: [0x6b, 0x67, 0x5f],
}

/** 0 to 1, slow at both ends. */
const ease = (share) => {
  const at = Math.min(1, Math.max(0, share))
  return at * at * (3 - 2 * at)
}

const title = (text) => ({ text, y: 40, size: 28, bold: true })
const below = (text) => ({ text, y: 82, size: 18, colour: 'grey' })

/** Bars that grow one after the other; `floor` is the value at which the axis begins. */
const bars =
  (values, { colour, x, w, floor = 0, top = 100 }) =>
  (rectangle, time) => {
    const [base, room] = [300, 170]
    values.forEach((value, index) => {
      const full = ((value - floor) / (top - floor)) * room
      const h = full * ease((time - 0.6 - index * 0.35) / 1.2)
      rectangle(colour, x + index * (w + 14), base - h, w, h)
    })
    rectangle('ink', x - 10, base, values.length * (w + 14) + 6, 2)
  }

const both =
  (...drawings) =>
  (rectangle, time) =>
    drawings.forEach((draw) => draw(rectangle, time))

/** A line of dots that is drawn from left to right. */
const trend = (rectangle, time) => {
  const steps = Math.floor(540 * ease((time - 0.5) / 5))
  rectangle('ink', 48, 300, 544, 2)
  for (let x = 0; x < steps; x += 2) {
    const y = 280 - x * 0.22 - 22 * Math.sin(x / 38) - 9 * Math.sin(x / 11)
    rectangle(x > 400 ? 'blue' : 'teal', 48 + x, y, 5, 5)
  }
}

const opening = (rectangle, time) => {
  const heights = [40, 74, 58, 104, 132, 90, 150]
  heights.forEach((h, index) => {
    const sway = 8 * Math.sin(time * 1.4 + index)
    rectangle(index === 4 ? 'blue' : 'teal', 330 + index * 40, 320 - (h + sway) * ease(time / 1.5), 28, (h + sway) * ease(time / 1.5))
  })
}

const checklist = (count) => (rectangle, time) => {
  for (let index = 0; index < count; index++) {
    const isDone = time > 1 + index * 1.4
    rectangle(isDone ? 'blue' : 'line', 48, 132 + index * 48, 22, 22)
    if (isDone) rectangle('paper', 54, 138 + index * 48, 10, 10)
  }
}

export const lecture = [
  {
    seconds: 7,
    draw: opening,
    lines: [
      { text: 'Data Journalism', y: 90, size: 34, bold: true },
      { text: 'Reading a chart', y: 140, size: 24, colour: 'blue' },
      { text: 'Week 1', y: 178, size: 18, colour: 'grey' },
    ],
  },
  {
    seconds: 8,
    draw: bars([62, 66, 64, 70, 73], { colour: 'teal', x: 150, w: 56 }),
    lines: [title('Where does the axis begin?'), below('From zero, five years look like this.')],
  },
  {
    seconds: 8,
    draw: bars([62, 66, 64, 70, 73], { colour: 'blue', x: 150, w: 56, floor: 60, top: 75 }),
    lines: [title('Where does the axis begin?'), below('From sixty, the same five years look like this.')],
  },
  {
    seconds: 8,
    draw: trend,
    lines: [title('A trend needs time'), below('What is only the last stretch, and what is the whole?')],
  },
  {
    seconds: 8,
    draw: both(bars([48, 60, 81], { colour: 'teal', x: 80, w: 50 }), bars([52, 58, 55], { colour: 'blue', x: 360, w: 50 })),
    lines: [
      title('Compared with what?'),
      below('Prices rose by two thirds. Did wages?'),
      { text: 'Prices', x: 80, y: 312, size: 16 },
      { text: 'Wages', x: 360, y: 312, size: 16 },
    ],
  },
  {
    seconds: 9,
    draw: checklist(4),
    lines: [
      title('Four questions for every chart'),
      ...['Where does the axis begin?', 'Which time does it show?', 'Compared with what?', 'Who counted, and how?'].map((text, index) => ({
        text,
        x: 88,
        y: 133 + index * 48,
        size: 20,
      })),
    ],
  },
]

export const short = [
  {
    seconds: 4,
    draw: opening,
    lines: [
      { text: 'A short lecture', y: 90, size: 30, bold: true },
      { text: 'Twelve seconds', y: 136, size: 20, colour: 'blue' },
    ],
  },
  {
    seconds: 8,
    draw: bars([30, 55, 40, 80], { colour: 'teal', x: 170, w: 60 }),
    lines: [title('Four bars'), below('Each one stands for a number.')],
  },
]
