// A blackboard on which a number becomes a rate.

import { ease } from '../drawing.mjs'

const chalk = (text, x, y, size, more = {}) => ({ text, x, y, size, colour: 'chalk', serif: true, ...more })
const head = (text) => chalk(text, 48, 40, 28, { bold: true })

const people = (pen, time) => {
  for (let index = 0; index < 100; index++) {
    const isShown = time > 0.6 + index * 0.03
    if (isShown) pen.oval(index % 28 === 5 ? 'yellow' : 'chalk', 330 + (index % 20) * 13.5, 190 + Math.floor(index / 20) * 26, 4.5)
  }
}

const fraction = (pen, time) => pen.line('chalk', [150, 210], [150 + 250 * ease((time - 1.2) / 1), 210], 3)

/** Sectors of a circle, one after the other, as parts of a whole. */
const whole = (pen, time) => {
  const [x, y, radius] = [460, 220, 96]
  pen.oval('chalk', x, y, radius)
  pen.oval('board', x, y, radius - 3)
  const end = 0.36 * 2 * Math.PI * ease((time - 0.8) / 1.6)
  const arc = Array.from({ length: 25 }, (_, index) => -Math.PI / 2 + (end * index) / 24)
  if (end > 0) pen.polygon('yellow', [[x, y], ...arc.map((at) => [x + (radius - 8) * Math.cos(at), y + (radius - 8) * Math.sin(at)])])
}

export const rates = [
  {
    seconds: 6,
    ground: 'board',
    draw: people,
    lines: [
      chalk('Per hundred of what?', 48, 84, 34, { bold: true }),
      chalk('Numerators and denominators', 48, 136, 20, { colour: 'yellow' }),
    ],
    says: ['A number becomes a fact when you know what it is a part of.'],
  },
  {
    seconds: 7,
    ground: 'board',
    lines: [
      head('A number'),
      chalk('412 accidents', 120, 130, 32, { after: 0.8 }),
      chalk('of what?', 400, 140, 22, { colour: 'yellow', after: 2.4 }),
      chalk('in which time?', 400, 180, 22, { colour: 'yellow', after: 3.4 }),
      chalk('among how many?', 400, 220, 22, { colour: 'yellow', after: 4.4 }),
    ],
    says: ['Four hundred and twelve accidents.', 'In which time, and among how many people?'],
  },
  {
    seconds: 8,
    ground: 'board',
    draw: fraction,
    lines: [
      head('A rate'),
      chalk('412 accidents', 170, 160, 28, { after: 0.6 }),
      chalk('1 130 000 people', 156, 226, 28, { after: 2.2 }),
      chalk('in one year', 430, 196, 22, { colour: 'yellow', after: 3.4 }),
    ],
    says: ['Above the line: what happened.', 'Below the line: all to whom it could have happened.'],
  },
  {
    seconds: 8,
    ground: 'board',
    lines: [
      head('For each 100 000'),
      chalk('412 ÷ 1 130 000 × 100 000', 90, 140, 28, { after: 0.6 }),
      chalk('= 36', 90, 200, 44, { bold: true, colour: 'yellow', after: 2.6 }),
      chalk('accidents a year for each 100 000 people', 90, 270, 20, { after: 3.6 }),
    ],
    says: ['Divide, and multiply by a number people can imagine.', 'Thirty-six a year for each hundred thousand.'],
  },
  {
    seconds: 7,
    ground: 'board',
    draw: whole,
    lines: [
      head('A share'),
      chalk('36 of 100', 90, 150, 34, { after: 1 }),
      chalk('The whole must be', 90, 220, 20, { after: 2.4 }),
      chalk('in the sentence.', 90, 250, 20, { after: 2.4 }),
    ],
    says: ['A share needs its whole.', 'Write both into one sentence.'],
  },
]
