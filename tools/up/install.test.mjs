// When packages are reinstalled.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
}
const installed = { 'node_modules/one': wanted['node_modules/one'] }
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
  mkdirSync(join(folder, 'node_modules', 'one'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', 'one', 'package.json'), '{}')
  if (packages) write('node_modules/.package-lock.json', packages)
}

test('not if everything is installed, whatever other machines need', () => {
  install(installed)
  expect(whyInstall(folder)).toBeUndefined()
})

test('if nothing is installed', () => {
  expect(whyInstall(folder)).toBe('there are none yet')
})

test('if an install was interrupted', () => {
  install()
  expect(whyInstall(folder)).toBe('an earlier install was broken off')
})

test('if the lock file has another version', () => {
  install({ 'node_modules/one': { version: '0.9.0', integrity: 'sha512-0' } })
  expect(whyInstall(folder)).toBe('one is not the version of package-lock.json')
})

test('if a package was removed by hand', () => {
  install(installed)
  rmSync(join(folder, 'node_modules', 'one'), { recursive: true })
  expect(whyInstall(folder)).toBe('one is missing')
})
