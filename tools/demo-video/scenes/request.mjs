// The way of a request for data, as a line of time with a letter that moves along it.

import { below, checklist, ease, move, opening, title } from '../drawing.mjs'

const letter = (pen, x, y, size = 1) => {
  const [w, h] = [64 * size, 42 * size]
  pen.rectangle('ink', x - w / 2 - 2, y - h / 2 - 2, w + 4, h + 4)
  pen.rectangle('paper', x - w / 2, y - h / 2, w, h)
  pen.line('blue', [x - w / 2, y - h / 2], [x, y + h * 0.12], 3 * size)
  pen.line('blue', [x + w / 2, y - h / 2], [x, y + h * 0.12], 3 * size)
}

const [left, right, line] = [70, 570, 230]
const steps = [
  ['Request', 'Day 0'],
  ['Reminder', 'Day 20'],
  ['Appeal', 'Day 30'],
  ['Answer', 'Day 52'],
]
const placeOf = (index) => left + (index * (right - left)) / (steps.length - 1)

const timeline = (from, to) => (pen, time) => {
  const at = move(time, placeOf(from), placeOf(to), 0.8, 3.2)
  pen.rectangle('line', left, line - 3, right - left, 6)
  pen.rectangle('teal', left, line - 3, at - left, 6)
  steps.forEach((_, index) => {
    const isReached = at >= placeOf(index) - 1
    pen.oval(isReached ? 'teal' : 'line', placeOf(index), line, 13)
    pen.oval('paper', placeOf(index), line, isReached ? 5 : 9)
  })
  letter(pen, at, line - 56 - 5 * Math.sin(time * 3), 1)
}
const words = steps.flatMap(([name, day], index) => [
  { text: name, x: placeOf(index) - 34, y: line + 26, size: 16, bold: true },
  { text: day, x: placeOf(index) - 24, y: line + 50, size: 14, colour: 'grey' },
])

const good = checklist(['Which table, of which years?', 'In which file format?', 'By which day?', 'Under which law?'])

export const request = [
  {
    seconds: 6,
    draw: (pen, time) => letter(pen, move(time, 700, 470, 0, 1.6), 236 - 6 * Math.sin(time * 2), 2.6 * (0.6 + 0.4 * ease(time / 1.6))),
    lines: opening('Your right to know', 'Asking an office for its data'),
    says: ['What an office has counted, you may ask for.', 'It takes a letter, and patience.'],
  },
  {
    seconds: 7,
    draw: timeline(0, 1),
    lines: [title('Twenty days of silence'), below('The law gives the office a limit. Note the day.'), ...words],
    says: ['Send the request, and note the day.', 'After twenty days without an answer, remind them.'],
  },
  {
    seconds: 7,
    draw: timeline(1, 3),
    lines: [title('No is not the end'), below('An appeal is one page. Most answers come after it.'), ...words],
    says: ['A refusal has to name its reason.', 'Most answers come after an appeal.'],
  },
  {
    seconds: 9,
    draw: good.draw,
    lines: [title('A request that gets an answer'), ...good.lines],
    says: ['Name the table, the years, the format and the day.', 'The less they must guess, the sooner they answer.'],
  },
]
