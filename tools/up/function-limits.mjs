// Limits of functions, measured by the linter: lines and branches. Those over a limit are listed in tools/function-limits.json, which may only shrink.

import { readFileSync } from 'node:fs'
import { binOf, inRoot } from './places.mjs'
import { capture } from './processes.mjs'

const MAX_LINES = 30
/** Of a component. */
const MAX_COMPONENT_LINES = 80
const MAX_COMPLEXITY = 15
const LIST = 'tools/function-limits.json'

const notSources = ['**/*.test.*', 'apps/*/test/**', 'packages/*/test/**', '**/dist/**']
const options = ['--config', 'tools/function-limits.oxlintrc.json', ...notSources.flatMap((pattern) => ['--ignore-pattern', pattern])]

/** Fails on functions that are over a limit and not listed, or more than listed, and on entries that are not needed any more. */
export async function checkFunctions(node) {
  const { output } = await capture(node, [binOf('oxlint'), ...options, '--format', 'json', 'apps', 'packages'])
  const over = findOver(JSON.parse(output.slice(output.indexOf('{'))).diagnostics, (file) => readFileSync(inRoot(file), 'utf8'))
  const errors = compare(over, JSON.parse(readFileSync(inRoot(LIST), 'utf8')))
  return { ok: errors.length === 0, output: [`${countNames(over)} functions over a limit`, ...errors].join('\n') }
}

/** { file: { function: { lines, complexity } } } of what is over a limit. A function without a name counts as the declaration that it is in. */
export function findOver(diagnostics, read) {
  const over = {}
  for (const { code, message, filename, labels } of diagnostics) {
    const name = /`([^`]+)`/.exec(message)?.[1] ?? findDeclaration(read(filename), labels[0].span.line)
    const measure = code.includes('complexity') ? 'complexity' : 'lines'
    const value = Number(/\((\d+)\)|complexity of (\d+)/.exec(message).slice(1).find(Boolean))
    if (value <= limitOf(measure, filename, name)) continue
    const found = ((over[filename] ??= {})[name] ??= {})
    found[measure] = Math.max(found[measure] ?? 0, value)
  }
  return over
}

function limitOf(measure, file, name) {
  if (measure === 'complexity') return MAX_COMPLEXITY
  return file.endsWith('.tsx') && /^[A-Z]/.test(name) ? MAX_COMPONENT_LINES : MAX_LINES
}

const findDeclaration = (text, line) =>
  text
    .split('\n')
    .slice(0, line)
    .map((one) => /^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/.exec(one)?.[1])
    .findLast(Boolean) ?? 'the file'

export function compare(over, listed) {
  const errors = []
  for (const [file, name, measure, value] of flatten(over)) {
    const known = listed[file]?.[name]?.[measure] ?? limitOf(measure, file, name)
    if (value > known) errors.push(`${file}: ${name} has ${measure} ${value}, more than ${known}: split it`)
  }
  for (const [file, name, measure] of flatten(listed))
    if (!over[file]?.[name]?.[measure]) errors.push(`${file}: ${name} is within the limit of ${measure}: remove its entry from ${LIST}`)
  return errors
}

const flatten = (tree) =>
  Object.entries(tree).flatMap(([file, names]) =>
    Object.entries(names).flatMap(([name, values]) => Object.entries(values).map(([measure, value]) => [file, name, measure, value])),
  )

const countNames = (tree) => Object.values(tree).reduce((sum, names) => sum + Object.keys(names).length, 0)
