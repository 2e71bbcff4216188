// Points that rise together, until their two groups are told apart.

import { below, checklist, ease, opening, title } from '../drawing.mjs'

/** Two groups: within each, more of one thing goes with less of the other. */
const points = Array.from({ length: 44 }, (_, index) => {
  const isOlder = index >= 22
  const along = (index % 22) / 21
  const noise = (((index * index * 7 + index * 5) % 23) - 11) * 2
  return { isOlder, x: (isOlder ? 350 : 120) + along * 170, y: (isOlder ? 146 : 232) + along * 58 + noise }
})

const axes = ({ rectangle }) => {
  rectangle('ink', 84, 318, 480, 2)
  rectangle('ink', 84, 118, 2, 200)
}
const dots = (colourOf, pen, time) =>
  points.forEach((point, index) => pen.oval(colourOf(point), point.x, point.y, 6 * ease((time - index * 0.03) / 0.5)))
const grow = (pen, colour, [x1, y1], [x2, y2], time) =>
  pen.line(colour, [x1, y1], [x1 + (x2 - x1) * ease(time / 1.6), y1 + (y2 - y1) * ease(time / 1.6)], 4)

const axisWords = [
  { text: 'Ice cream sold', x: 430, y: 328, size: 14, colour: 'grey' },
  { text: 'Swimmers rescued', x: 94, y: 112, size: 14, colour: 'grey' },
]

const questions = checklist(['What else differs?', 'Does it come first?', 'What if you compare like with like?'])

export const confounding = [
  {
    seconds: 6,
    draw: (pen, time) => {
      const [x, y] = [470, 250]
      const spread = 110 * ease(time / 1.6)
      pen.line('line', [x, y - spread], [x - spread, y + spread * 0.55], 6)
      pen.line('line', [x, y - spread], [x + spread, y + spread * 0.55], 6)
      pen.oval('blue', x, y - spread, 28)
      pen.oval('teal', x - spread, y + spread * 0.55, 28)
      pen.oval('teal', x + spread, y + spread * 0.55, 28)
    },
    lines: opening('A third thing', 'Confounding in one picture'),
    says: ['Two things rise together.', 'Often a third one moves both.'],
  },
  {
    seconds: 8,
    draw: (pen, time) => {
      axes(pen)
      dots(() => 'grey', pen, time)
      grow(pen, 'ink', [100, 290], [540, 140], time - 3)
    },
    lines: [title('It seems clear'), ...axisWords],
    says: ['The more ice cream, the more rescues.', 'Does ice cream make people drown?'],
  },
  {
    seconds: 8,
    draw: (pen, time) => {
      axes(pen)
      dots(({ isOlder }) => (isOlder ? 'blue' : 'teal'), pen, time + 3)
      grow(pen, 'teal', [112, 226], [300, 294], time - 2)
      grow(pen, 'blue', [342, 140], [530, 208], time - 3)
    },
    lines: [
      title('Cool days, hot days'),
      { text: 'Cool', x: 176, y: 206, size: 16, bold: true, colour: 'teal', after: 2 },
      { text: 'Hot', x: 470, y: 132, size: 16, bold: true, colour: 'blue', after: 3 },
      ...axisWords,
    ],
    says: ['Colour the days by heat.', 'Within each kind of day, the line falls.'],
  },
  {
    seconds: 8,
    draw: questions.draw,
    lines: [title('Before you write “because”'), below('Three questions.'), ...questions.lines],
    says: ['Ask what else differs, and what came first.', 'Then compare like with like.'],
  },
]
