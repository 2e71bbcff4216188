// The lecture about charts, which the journeys play too: 48 seconds; and a lecture of twelve seconds.

import { below, both, checklist, ease, opening, title } from '../drawing.mjs'

/** Bars that grow one after the other; `floor` is the value at which the axis begins. */
const bars =
  (values, { colour, x, w, floor = 0, top = 100 }) =>
  ({ rectangle }, time) => {
    const [base, room] = [300, 170]
    values.forEach((value, index) => {
      const full = ((value - floor) / (top - floor)) * room
      const h = full * ease((time - 0.6 - index * 0.35) / 1.2)
      rectangle(colour, x + index * (w + 14), base - h, w, h)
    })
    rectangle('ink', x - 10, base, values.length * (w + 14) + 6, 2)
  }

/** A line of dots that is drawn from left to right. */
const trend = ({ rectangle }, time) => {
  const steps = Math.floor(540 * ease((time - 0.5) / 5))
  rectangle('ink', 48, 300, 544, 2)
  for (let x = 0; x < steps; x += 2) {
    const y = 280 - x * 0.22 - 22 * Math.sin(x / 38) - 9 * Math.sin(x / 11)
    rectangle(x > 400 ? 'blue' : 'teal', 48 + x, y, 5, 5)
  }
}

const growing = ({ rectangle }, time) => {
  const heights = [40, 74, 58, 104, 132, 90, 150]
  heights.forEach((h, index) => {
    const sway = 8 * Math.sin(time * 1.4 + index)
    rectangle(index === 4 ? 'blue' : 'teal', 330 + index * 40, 320 - (h + sway) * ease(time / 1.5), 28, (h + sway) * ease(time / 1.5))
  })
}

const questions = checklist(['Where does the axis begin?', 'Which time does it show?', 'Compared with what?', 'Who counted, and how?'])

export const chart = [
  {
    seconds: 7,
    draw: growing,
    lines: opening('Reading a chart', 'Four questions in one minute'),
    says: ['Four questions for a chart take one minute.', 'We ask them before a number goes into a story.'],
  },
  {
    seconds: 8,
    draw: bars([62, 66, 64, 70, 73], { colour: 'teal', x: 150, w: 56 }),
    lines: [title('Where does the axis begin?'), below('From zero, five years look like this.')],
    says: ['First: where does the axis begin?', 'From zero, five years look nearly the same.'],
  },
  {
    seconds: 8,
    draw: bars([62, 66, 64, 70, 73], { colour: 'blue', x: 150, w: 56, floor: 60, top: 75 }),
    lines: [title('Where does the axis begin?'), below('From sixty, the same five years look like this.')],
    says: ['From sixty, the same five years look like a crash.'],
  },
  {
    seconds: 8,
    draw: trend,
    lines: [title('A trend needs time'), below('What is only the last stretch, and what is the whole?')],
    says: ['Second: which time does it show?', 'The last stretch alone is no trend. Ask for the whole.'],
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
    says: ['Third: compared with what?', 'Prices rose by two thirds. Wages did not.'],
  },
  {
    seconds: 9,
    draw: questions.draw,
    lines: [title('Four questions for every chart'), ...questions.lines],
    says: ['Fourth: who counted, and how?', 'Four questions for every chart. Try them on the next one you meet.'],
  },
]

export const short = [
  {
    seconds: 4,
    draw: growing,
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
