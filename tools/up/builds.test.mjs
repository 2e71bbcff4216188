import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepFormer } from './builds.mjs'

test('a new build keeps the files of the former one that have a hash in their name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [former, fresh] = ['former', 'fresh'].map((name) => join(folder, name))
  for (const build of [former, fresh]) mkdirSync(join(build, 'assets'), { recursive: true })
  for (const name of ['index.html', 'assets/app-aaaaaaaa.js', 'assets/app-aaaaaaaa.js.br', 'assets/same-cccccccc.js'])
    writeFileSync(join(former, name), 'former')
  for (const name of ['index.html', 'assets/app-bbbbbbbb.js', 'assets/same-cccccccc.js']) writeFileSync(join(fresh, name), 'fresh')
  keepFormer(former, fresh)
  expect(readdirSync(join(fresh, 'assets')).toSorted()).toEqual([
    'app-aaaaaaaa.js',
    'app-aaaaaaaa.js.br',
    'app-bbbbbbbb.js',
    'same-cccccccc.js',
  ])
  expect(
    readdirSync(fresh)
      .filter((name) => !name.startsWith('.'))
      .toSorted(),
  ).toEqual(['assets', 'index.html'])
})

test('they are kept for two weeks after the build that replaced them, however long they were in use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const day = 86_400_000
  const builds = [0, 60, 73, 75].map((at) => ({
    at: at * day,
    path: join(folder, String(at)),
    file: `app-${String(at).padStart(8, '0')}.js`,
  }))
  const kept = builds.map(({ at, path, file }, n) => {
    mkdirSync(path)
    writeFileSync(join(path, file), '')
    utimesSync(join(path, file), at / 1000, at / 1000)
    if (n > 0) keepFormer(builds[n - 1].path, path, at)
    return builds.map((one) => existsSync(join(path, one.file)))
  })
  expect(kept).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [false, true, true, true],
  ])
})
