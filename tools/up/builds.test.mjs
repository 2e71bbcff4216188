import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepFormer } from './builds.mjs'

test('a new build keeps the files of the former one that have a hash in their name, for two weeks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [former, fresh] = ['former', 'fresh'].map((name) => join(folder, name))
  for (const build of [former, fresh]) mkdirSync(join(build, 'assets'), { recursive: true })
  const old = join(former, 'assets', 'app-0ldBuild.js')
  for (const name of ['index.html', 'assets/app-aaaaaaaa.js', 'assets/app-aaaaaaaa.js.br', 'assets/same-cccccccc.js'])
    writeFileSync(join(former, name), 'former')
  writeFileSync(old, 'old')
  utimesSync(old, new Date(0), new Date(0))
  for (const name of ['index.html', 'assets/app-bbbbbbbb.js', 'assets/same-cccccccc.js']) writeFileSync(join(fresh, name), 'fresh')
  keepFormer(former, fresh)
  expect(readdirSync(join(fresh, 'assets')).toSorted()).toEqual([
    'app-aaaaaaaa.js',
    'app-aaaaaaaa.js.br',
    'app-bbbbbbbb.js',
    'same-cccccccc.js',
  ])
  expect(readdirSync(fresh).toSorted()).toEqual(['assets', 'index.html'])
})
