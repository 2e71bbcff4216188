// When packages are reinstalled.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { whyInstall } from './install.mjs'

const wanted = {
  '': { name: 'lms' },
  'apps/web': { version: '0.1.0' },
  'node_modules/@lms/web': { link: true },
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-1' },
  'node_modules/other-machine': { version: '1.0.0', optional: true },
  'node_modules/for-tests': { version: '2.0.0', integrity: 'sha512-2', dev: true },
  'node_modules/for-both': { version: '3.0.0', integrity: 'sha512-3', devOptional: true },
}
const one = { 'node_modules/one': wanted['node_modules/one'] }
const everything = {
  ...one,
  'node_modules/for-tests': wanted['node_modules/for-tests'],
  'node_modules/for-both': wanted['node_modules/for-both'],
}
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-install-'))
  const made = folder
  onTestFinished(() => rmSync(made, { recursive: true }))
  write('package-lock.json', wanted)
})

function write(name, packages) {
  writeFileSync(join(folder, name), JSON.stringify({ packages }))
}

function install(packages) {
  for (const path of Object.keys(packages ?? {})) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), '{}')
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  if (packages) write('node_modules/.package-lock.json', packages)
}

const forStart = { dev: false }
const forTests = { dev: true }

test('not if everything is installed, whatever other machines need', () => {
  install(everything)
  expect(whyInstall(folder, forTests)).toBeUndefined()
  expect(whyInstall(folder, forStart)).toBeUndefined()
})

test('what only tests and checks need is missed by them alone', () => {
  install(one)
  expect(whyInstall(folder, forStart)).toBeUndefined()
  expect(whyInstall(folder, forTests)).toBe('for-tests is not the version of package-lock.json')
  install({ ...everything, 'node_modules/for-both': undefined })
  expect(whyInstall(folder, forTests)).toBe('for-both is not the version of package-lock.json')
})

test('if nothing is installed', () => {
  expect(whyInstall(folder, forTests)).toBe('there are none yet')
})

test('if an install was interrupted', () => {
  install()
  expect(whyInstall(folder, forTests)).toBe('an earlier install was broken off')
})

test('if the lock file has another version', () => {
  install({ 'node_modules/one': { version: '0.9.0', integrity: 'sha512-0' } })
  expect(whyInstall(folder, forTests)).toBe('one is not the version of package-lock.json')
})

test('if a package was removed by hand', () => {
  install(everything)
  rmSync(join(folder, 'node_modules', 'one'), { recursive: true })
  expect(whyInstall(folder, forTests)).toBe('one is missing')
})

test('a start installs nothing that only tests and checks need: no package for them is an optional one of a package that runs', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  expect(Object.keys(packages).filter((path) => packages[path].devOptional)).toEqual([])
})
