// A change while tests run: vitest would finish them first.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { binOf, inRoot } from './places.mjs'

/** Ends once the change is on the disk, so that the change comes during its first run. */
const near = `
import { appendFileSync, readFileSync } from 'node:fs'
import { value } from './value.mjs'
test('near', async () => {
  appendFileSync('ran', 'near ' + value + '\\n')
  await expect.poll(() => readFileSync('value.mjs', 'utf8'), { timeout: 60_000 }).toContain('2')
}, 60_000)
`
const far = `
import { appendFileSync } from 'node:fs'
test('far', () => appendFileSync('ran', 'far\\n'))
`

test('ends their run: what the change affects runs next, with what had not run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const write = (name, text) => writeFileSync(join(folder, name), text)
  const ran = () => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n')
  write('ran', '')
  write('value.mjs', 'export const value = 1')
  write('near.test.mjs', near)
  write('far.test.mjs', far)
  const reporter = `--reporter=${inRoot('tools', 'up', 'newest-change.mjs')}`
  // Of two files without results, the longer one runs first.
  const parameters = [binOf('vitest'), 'watch', '--root', folder, '--globals', '--maxWorkers=1', reporter]
  const child = spawn(process.execPath, parameters, { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] })
  onTestFinished(() => (child.kill(), once(child, 'exit')))
  await expect.poll(ran, { timeout: 60_000 }).toEqual(['near 1'])
  write('value.mjs', 'export const value = 2')
  await expect.poll(ran, { timeout: 60_000 }).toHaveLength(3)
  expect(ran()).toEqual(['near 1', 'near 2', 'far'])
})
