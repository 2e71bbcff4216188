/** `npm run test:faults`: breaks the running product in every known way, and prints which guarantees it kept. Arguments select scenarios by words of their names. */

import { writeFileSync } from 'node:fs'
import { databaseUrl, interrupt, leavingNothing, newFolder, startProduct } from './product.ts'
import { Skipped, seconds, type Scenario, type Setting } from './scenario.ts'
import { backends } from './scenarios/backends.ts'
import { clock } from './scenarios/clock.ts'
import { crash } from './scenarios/crash.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { frozen } from './scenarios/frozen.ts'
import { courseEmailAway, mailAway, storeAway } from './scenarios/services.ts'
import { stop } from './scenarios/stop.ts'
import { twoProcesses } from './scenarios/two-processes.ts'
import { makeSchool } from './school.ts'

/** First those that mostly wait. */
const scenarios: [name: string, scenario: Scenario][] = [
  ['email to a course, mail server away', courseEmailAway],
  ['database frozen', frozen],
  ['file store away', storeAway],
  ['mail server away', mailAway],
  ['disk full', diskFull],
  ['kill -9 at random', crash],
  ['two processes', twoProcesses],
  ['SIGTERM', stop],
  ['connections terminated', backends],
  ['clock set back', clock],
]

const { argv } = process
const isShort = argv.includes('--short')
/** Fixed in the short form: failures in every run must have a reason, not be random. */
const seed = Number(
  argv.find((word) => word.startsWith('--seed='))?.slice('--seed='.length) ?? (isShort ? 20_261_122 : Date.now() % 1_000_000_000),
)
const report = argv.find((word) => word.startsWith('--report='))?.slice('--report='.length)
const filters = argv.slice(2).filter((word) => !word.startsWith('--'))

interface Line {
  name: string
  result: 'passed' | 'FAILED' | 'skipped'
  took: string
  said: string
}

/** Scenarios at the same time. The long form kills the product thousands of writes apart, and has the machine to itself. */
const lanes = isShort ? 3 : 1

async function prepare(): Promise<Pick<Setting, 'template' | 'school'>> {
  const template = newFolder()
  const product = await startProduct(template)
  const school = await makeSchool(databaseUrl(template))
  product.child.kill('SIGTERM')
  await product.ended
  return { template, school }
}

async function runOne(name: string, scenario: Scenario, setting: Setting): Promise<Line> {
  const began = Date.now()
  const line = (result: Line['result'], said: string) => ({ name, result, took: seconds(Date.now() - began), said })
  try {
    return line('passed', await leavingNothing(() => scenario(setting)))
  } catch (error) {
    if (error instanceof Skipped) return line('skipped', error.message)
    return line('FAILED', error instanceof Error ? error.message : String(error))
  }
}

function print(lines: readonly Line[]): void {
  const width = (of: (line: Line) => string) => Math.max(...lines.map((line) => of(line).length))
  const [names, times] = [width(({ name }) => name), width(({ took }) => took)]
  console.log('')
  for (const { name, result, took, said } of lines)
    console.log(`${name.padEnd(names)}  ${result.padEnd(7)}  ${took.padStart(times)}  ${said.split('\n')[0]}`)
}

/** For `npm test`; its shape is that of tools/up/results.mjs. */
function writeReport(file: string, lines: readonly Line[]): void {
  const units = lines.map(({ name, result, said }) => {
    const failures = result === 'FAILED' ? [`${name}: ${said.split('\n')[0]}`] : []
    return [name, { passed: Number(result === 'passed'), skipped: Number(result === 'skipped'), failures }] as const
  })
  writeFileSync(file, JSON.stringify({ units: Object.fromEntries(units), failures: [] }))
}

for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void interrupt().finally(() => process.exit(1)))

async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    console.log('The faults run on Linux only: elsewhere the processes of PostgreSQL cannot be distinguished.')
    if (report)
      writeReport(
        report,
        scenarios.map(([name]) => ({ name, result: 'skipped', took: '', said: '' })),
      )
    return 0
  }
  const isWanted = (name: string, words: string) =>
    name === words || (name.includes(words) && scenarios.every(([other]) => other !== words))
  const wanted = scenarios.filter(([name]) => filters.length === 0 || filters.some((words) => isWanted(name, words)))
  console.log(`Breaking the product on purpose, ${isShort ? 'short form, ' : ''}seed ${seed} (--seed=${seed} repeats it).`)
  const lines: Line[] = []
  await leavingNothing(async () => {
    const setting = { isShort, seed, ...(await prepare()) }
    const waiting = wanted.values()
    const lane = async () => {
      for (const [name, scenario] of waiting) {
        const line = await runOne(name, scenario, setting)
        lines.push(line)
        console.log(`${line.result.padEnd(7)}  ${name} (${line.took}): ${line.said}`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  })
  print(lines)
  if (report) writeReport(report, lines)
  return lines.length > 0 && lines.every(({ result }) => result !== 'FAILED') ? 0 : 1
}

process.exit(await main())
