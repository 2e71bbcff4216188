/** Generates files from the contract; with --check it only compares, and fails if any is out of date. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { routes } from '@lms/contract'
import { pathsSource } from '@lms/contract/generate-paths'
import { policy } from '@lms/contract/policy'
import { problems } from '@lms/contract/problems'
import { courseEmailMoves, courseEmailStates } from '@lms/contract/rules/course-emails'
import { deletables, deletionMoves, deletionStates } from '@lms/contract/rules/deletion'
import { noticeMoves, noticeStates } from '@lms/contract/rules/notices'
import { placeMoves, placeStates, type PlaceMove } from '@lms/contract/rules/places'
import { decideWork, getWorkState, workMoves, workStates, type WorkMove } from '@lms/contract/rules/work'
import { openApiDocument } from '#http/openapi.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: readonly unknown[][]) => [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
const notice = 'Made from the contract by `npm run docs`; do not edit.'

const policyPage = () => `# Rights\n\n${notice}

Reach: \`all\` objects · \`teaching\`: of courses the actor teaches · \`enrolled\`: of courses the actor is enrolled in · \`own\` · \`-\`: never.

${table(
  ['Action', 'Super admin', 'Admin', 'Trainer', 'Student'],
  Object.entries(policy).map(([action, reach]) => [`\`${action}\``, ...reach]),
)}

Calls without a row in the table:

${table(
  ['Call', 'Who'],
  routes.filter(({ route }) => !route.allow.includes('.')).map(({ route }) => [`${route.method} ${route.path}`, route.allow]),
)}
`

const routesPage = () => `# Calls\n\n${notice}

${table(
  ['Call', 'Name', 'Right', 'What it does'],
  routes.map(({ domain, name, route }) => [`${route.method} \`${route.path}\``, `${domain}.${name}`, `\`${route.allow}\``, route.summary]),
)}

# Problems

${table(
  ['Name', 'Status', 'Title'],
  Object.entries(problems).map(([name, [status, title]]) => [`\`${name}\``, status, title]),
)}
`

type Moves = Record<
  string,
  { by: string } & ({ from: readonly string[]; to: readonly string[] } | { ways: Record<string, readonly string[]> })
>

/** A mermaid diagram of arrows, each with its move; those with the same ends are one. */
function draw(arrows: readonly string[][]): string {
  const byArrow = Map.groupBy(arrows, ([arrow]) => arrow!)
  const lines = [...byArrow].map(([arrow, all]) => `  ${arrow}: ${[...new Set(all.map(([, move]) => move))].join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

const diagram = (moves: Moves, drawnAs = (state: string) => state): string =>
  draw(
    Object.entries(moves).flatMap(([move, rule]) => {
      const ways = 'ways' in rule ? Object.entries(rule.ways) : rule.from.map((from) => [from, rule.to] as const)
      return ways.flatMap(([from, all]) => all.map((to) => [`${drawnAs(from)} --> ${drawnAs(to)}`, move]))
    }),
  )

const whoMoves = (moves: Moves) =>
  table(
    ['Move', 'By'],
    Object.entries(moves).map(([move, { by }]) => [move, by]),
  )
const meanings = (states: Record<string, string>) => table(['State', 'Meaning'], Object.entries(states))

/** “30 days”, “1 minute”. */
function duration(milliseconds: number): string {
  const [days, minutes] = [milliseconds / 86_400_000, milliseconds / 60_000]
  if (milliseconds === 0) return 'not at all'
  return days >= 1 ? `${days} days` : `${minutes} minute`
}

const statesPage = () => `# States of emails, notices and deleted things

${notice.replace('the contract', 'the rules of the contract')} Random sequences of calls are compared with models of them in apps/server/test.

## An email to a course

Rules in words: [mail](mail.md).

${diagram(courseEmailMoves)}

${meanings(courseEmailStates)}

${whoMoves(courseEmailMoves)}

## A notice

Rules in words: [notices](notices.md).

${diagram(noticeMoves)}

${meanings(noticeStates)}

${whoMoves(noticeMoves)}

## Something that is deleted

${diagram(deletionMoves)}

${meanings(deletionStates)}

${table(
  ['What', 'Can be restored for', 'Kept'],
  Object.entries(deletables).map(([what, { restorableFor, kept }]) => [what, duration(restorableFor), kept]),
)}
`

/** Newcomers of all kinds are one state in the diagram: they move alike. */
const drawn = (state: string): string => (['WITHDRAWN', 'LEFT'].includes(state) ? 'OUTSIDE' : state)

function placesPage(): string {
  const moves = Object.entries(placeMoves) as [PlaceMove, (typeof placeMoves)[PlaceMove]][]
  const passes = { NOBODY: 'nobody', KEPT: 'those who wait for staff', EVERYBODY: 'everybody; adding one person says how many' } as const
  return `# Places in a course\n\n${notice.replace('the contract', 'rules/places.ts of the contract')}

How a person gets into a course, waits and leaves. Rules in words: [sign-up forms](sign-up-forms.md).

${diagram(placeMoves, drawn)}

${meanings(placeStates)}

WITHDRAWN and LEFT are drawn as OUTSIDE: they may come in as newcomers do.

${table(
  ['Move', 'By', 'Passes on the waiting list'],
  moves.map(([move, rule]) => [move, rule.by, 'passes' in rule ? passes[rule.passes] : 'takes no seat']),
)}
`
}

/** One of each kind that moves differently. */
const kindsOfWork = [0, 1].flatMap((attempt) =>
  (['SUBMITTED', 'GRADED', 'RETURNED'] as const).flatMap((status) =>
    [true, false].flatMap((isHeld) => ['x', null].map((by) => ({ status, attempt, isHeld, gradedBy: by, recordedBy: by }))),
  ),
)

/** The moves that change the state, as they are decided. */
function listWorkArrows() {
  const facts = [true, false].flatMap((holdMarks) => [true, false].map((isAutoGraded) => ({ holdMarks, isAutoGraded })))
  return (Object.keys(workMoves) as WorkMove[]).flatMap((move) =>
    kindsOfWork.flatMap((work) =>
      facts.flatMap((one) => {
        const [from, decision] = [getWorkState(work), decideWork({ move, work, ...one })]
        return 'to' in decision && decision.to !== from ? [[`${from} --> ${decision.to}`, move]] : []
      }),
    ),
  )
}

function workPage(): string {
  const adds = { OWN: 'one of the student’s', RECORDED: 'one that is none of the student’s' } as const
  const toText = { SAME: 'the same', BEFORE: 'the state before the mark' } as const
  return `# A student’s work on an assignment\n\n${notice.replace('the contract', 'rules/work.ts of the contract')}

What a submission goes through. Rules in words: [submissions and grading](submissions-and-grading.md).

${draw(listWorkArrows())}

The diagram has the moves that change the state; undoMark leads back to the state before the mark.

${meanings(workStates)}

${table(
  ['Move', 'By', 'From', 'To', 'Adds an attempt'],
  Object.entries(workMoves).map(([move, rule]) => {
    const to = typeof rule.to === 'string' ? toText[rule.to] : rule.to.join(', ')
    return [move, rule.by, rule.from.join(', '), to, 'adds' in rule ? adds[rule.adds] : '']
  }),
)}

Excusing a student, giving more time, and holding marks from now on change no state. Neither do other points, keys or due times, except that the last missing key marks work that waits (completeKeys).
`
}

const files: Record<string, string> = {
  'docs/domains/places.md': placesPage(),
  'docs/domains/states.md': statesPage(),
  'docs/domains/work.md': workPage(),
  'docs/generated/openapi.json': `${JSON.stringify(await openApiDocument(), null, 2)}\n`,
  'docs/generated/policy.md': policyPage(),
  'docs/generated/routes.md': routesPage(),
  'packages/contract/src/generated/paths.ts': pathsSource(),
}

const isCheck = process.argv.includes('--check')
const stale = Object.entries(files).filter(([name, text]) => !existsSync(root + name) || readFileSync(root + name, 'utf8') !== text)
for (const [name, text] of stale) {
  if (isCheck) console.error(`${relative(root, root + name)} is out of date: run npm run docs`)
  else {
    mkdirSync(dirname(root + name), { recursive: true })
    writeFileSync(root + name, text)
  }
}
process.exitCode = isCheck && stale.length > 0 ? 1 : 0
