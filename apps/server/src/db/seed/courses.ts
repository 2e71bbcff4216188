/** The courses of the demo, week by week. Days count from the week's Monday. */

import type { FormQuestion } from '@lms/contract/signup-forms'
import type { DemoVideoName } from '#db/seed/videos.ts'

export type Item =
  | { type: 'RECORDED'; title: string; video: DemoVideoName }
  | { type: 'LIVE'; title: string; day: number; time: string; minutes: number; isNow?: boolean }
  | { type: 'WORK' | 'QUIZ'; title: string; points: number; day: number; fromToday?: boolean; closesAfter?: number; isDraft?: boolean }

export interface Plan {
  /** Sign-up questions. */
  form?: Omit<FormQuestion, 'id'>[]
  title: string
  description: string
  mode: 'LIVE' | 'RECORDED'
  enrolment: 'OPEN' | 'FORM'
  seats: number | null
  trainers: string[]
  /** The number of enrolled students, from the start of the list. */
  students: number
  /** The number of the current week. */
  current: number
  weeks: { title: string; items: Item[] }[]
}

const video = (title: string, name: DemoVideoName): Item => ({ type: 'RECORDED', title, video: name })
const live = (title: string, day: number, time: string, minutes = 60): Item => ({ type: 'LIVE', title, day, time, minutes })
const work = (title: string, points: number, day = 6): Item => ({ type: 'WORK', title, points, day })
const quiz = (title: string, points: number, day = 6): Item => ({ type: 'QUIZ', title, points, day })

const journalism: Plan = {
  title: 'Data Journalism',
  description:
    '<p>Ten weeks from a table nobody reads to a story that somebody does. You find data, doubt it, clean it, draw it and publish it, with an editor who asks the questions a reader would.</p><h3>What you need</h3><ul><li>A spreadsheet program</li><li>Four hours a week</li><li>One dataset that you do not trust</li></ul>',
  mode: 'LIVE',
  enrolment: 'OPEN',
  seats: 30,
  trainers: ['Inês Carvalho', 'Tom Reyes'],
  students: 24,
  current: 6,
  weeks: [
    {
      title: 'Finding a story in numbers',
      items: [video('What a dataset is, and is not', 'spreadsheet'), live('Kick-off', 3, '14:00'), work('Week 1 story pitch', 20)],
    },
    {
      title: 'Asking for data',
      items: [video('Your right to know', 'request'), live('Requests that get answers', 3, '14:00'), work('Week 2 request letter', 20)],
    },
    {
      title: 'Spreadsheets without fear',
      items: [video('Sort, filter, pivot', 'spreadsheet'), live('Clinic: your first pivot', 3, '14:00'), quiz('Quiz: reading a pivot', 10)],
    },
    {
      title: 'Rates, ratios and the burden of proof',
      items: [video('Per hundred of what?', 'rates'), live('When a percentage lies', 3, '14:00'), work('Week 4 fact check', 20)],
    },
    {
      title: 'Charts that carry an argument',
      items: [
        video('Charts that do not lie', 'chart'),
        live('Critique circle', 3, '14:00'),
        work('Week 5 chart critique', 20),
        { type: 'WORK', title: 'Peer review: two leads', points: 10, day: -2, fromToday: true, closesAfter: 4 },
      ],
    },
    {
      title: 'Cleaning and checking',
      items: [
        video('Why data is never clean', 'spreadsheet'),
        video('Cleaning a messy dataset', 'cleaning'),
        { type: 'LIVE', title: 'Q&A: sourcing numbers', day: 4, time: '14:00', minutes: 60, isNow: true },
        { type: 'WORK', title: 'Week 6 method note', points: 20, day: 0, fromToday: true },
        { type: 'QUIZ', title: 'Quiz: spot the outlier', points: 10, day: 2, fromToday: true },
      ],
    },
    {
      title: 'Maps, and when not to draw one',
      items: [video('Projections in ten minutes', 'map'), live('Office hour with Inês', 2, '17:00', 45), work('Week 7 map sketch', 20)],
    },
    {
      title: 'Interviewing the numbers people',
      items: [live('Guest: the statistics office', 3, '14:00'), work('Week 8 interview plan', 20)],
    },
    { title: 'Writing it down', items: [video('The sentence before the chart', 'chart'), work('Week 9 draft', 30)] },
    {
      title: 'Publishing and being wrong',
      items: [live('Closing session', 3, '14:00', 90), { type: 'WORK', title: 'Final story', points: 50, day: 6, isDraft: true }],
    },
  ],
}

const health: Plan = {
  title: 'Public Health Statistics',
  description:
    '<p>Counting illness without fooling yourself: rates, confounding, screening and surveys, with the data of a real region.</p>',
  mode: 'RECORDED',
  enrolment: 'OPEN',
  seats: null,
  trainers: ['Inês Carvalho'],
  students: 18,
  current: 3,
  weeks: [
    {
      title: 'Counting people',
      items: [
        video('Numerators and denominators', 'rates'),
        video('Standard populations', 'spreadsheet'),
        quiz('Quiz: who is counted?', 10),
      ],
    },
    { title: 'Rates and ratios', items: [video('Incidence and prevalence', 'rates'), work('Field notes: site visit', 20)] },
    {
      title: 'Confounding',
      items: [
        video('Confounding in one picture', 'confounding'),
        live('Office hour', 4, '18:00', 45),
        { type: 'QUIZ', title: 'Quiz: rates and ratios', points: 10, day: 3, fromToday: true },
      ],
    },
    { title: 'Screening', items: [video('When a good test is wrong', 'confounding'), work('Two by two tables', 20)] },
    { title: 'Surveys', items: [video('Who does not answer', 'request'), live('Questionnaire clinic', 2, '18:00', 45)] },
    { title: 'Time and season', items: [video('Moving averages', 'chart'), quiz('Quiz: trends', 10)] },
    { title: 'Small numbers', items: [video('Funnels', 'confounding'), work('A league table, redone', 20)] },
    { title: 'Telling the public', items: [video('Risk in plain words', 'rates'), work('Final leaflet', 40)] },
  ],
}

const furniture: Plan = {
  title: 'Furniture Making: Joints',
  description: '<p>Six joints, six evenings. Each week a joint is shown at the bench, cut at home and photographed from three sides.</p>',
  mode: 'RECORDED',
  enrolment: 'FORM',
  seats: 14,
  form: [
    { label: 'What should we call you?', help: '', type: 'SHORT_TEXT', required: true, options: [] },
    { label: 'Why this course, why now?', help: '', type: 'LONG_TEXT', required: true, options: [] },
    {
      label: 'How much have you worked with wood?',
      help: 'No answer is wrong. It helps us to form groups.',
      type: 'SINGLE_CHOICE',
      required: true,
      options: ['Never', 'I repair things', 'I have built furniture', 'I teach it'],
    },
    {
      label: 'Which evenings can you join?',
      help: 'Choose all that fit.',
      type: 'MULTIPLE_CHOICE',
      required: true,
      options: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
    },
    { label: 'Phone, for the first session only', help: '', type: 'PHONE', required: false, options: [] },
  ],
  trainers: ['Tom Reyes'],
  students: 11,
  current: 5,
  weeks: [
    { title: 'Marking out', items: [video('Knife, gauge, square', 'joints'), work('Photograph: your marking', 10)] },
    { title: 'Halving joint', items: [video('Halving joint', 'joints'), work('Photograph: halving', 10)] },
    {
      title: 'Mortise and tenon',
      items: [video('The mortise', 'joints'), video('The tenon', 'joints'), work('Photograph: mortise and tenon', 20)],
    },
    { title: 'Bridle joint', items: [video('Bridle joint', 'joints'), quiz('Quiz: grain and strength', 10)] },
    { title: 'Dovetail', items: [video('Dovetail joint', 'joints'), live('Saw clinic', 5, '10:00', 90), work('Photograph: dovetail', 20)] },
    { title: 'A small box', items: [video('Glue-up', 'joints'), work('The finished box', 40)] },
  ],
}

export const plans: Plan[] = [journalism, health, furniture]

export const feedback: string[] = [
  'Clear, and every number has a source. Shorten the second paragraph.',
  'Your second chart carries the story.',
  'Good instinct. Say what the data cannot show before somebody else does.',
  'The method is sound; the headline promises more than the table.',
  'Exact work. Give the reader one comparison to hold on to.',
]
export const answerTexts: string[] = [
  'I removed 41 double rows and wrote down why each of them was double.',
  'The rate falls because the population rose, not because fewer people were ill. I checked both columns against the yearbook.',
  'I asked the office for the table behind the chart. They sent it within two days, with a note on what changed in 2011.',
  'I compared three neighbouring regions of the same size, and dropped the one whose register starts later.',
]
