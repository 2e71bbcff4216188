/** What a module keeps in memory is not there for the next person: each store is listed here, or reset where it is. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { usePageRisks } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { readDraft, saveDraft } from '#lib/stored-drafts.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { signInAs } from '#test/fake-api.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path) && !path.startsWith('dev'),
)

/** A variable, an empty collection or a store at the level of a module. */
const memory =
  /^(?:export )?(?:let (\w+)|const (\w+)\b(?!: Readonly)[^=\n]*= (?:create(?:Store)?(?:<[^(]*>)?\(|new (?:Map|Set|WeakMap)(?:<.*>)?\(\)))/gm

/** Kept on purpose, with the reason. */
const kept: Record<string, string> = {
  'lib/session.ts useSession': 'it is who is signed in',
  'lib/navigation.ts useNavBadges': 'emptied with each session, in providers.tsx',
  'lib/navigation.ts usePageRisks': 'of the page; drafts that are not kept are reset in stored-drafts.ts',
  'lib/navigation.ts checkUploads': 'a function',
  'lib/server-clock.ts aheadMs': 'of the server',
  'lib/server-clock.ts isKnown': 'of the server',
  'lib/format-date.ts lastZone': 'of the device',
  'lib/drafts.ts writers': 'by the name of a draft, which has its user',
  'lib/idempotency-keys.ts pending': 'by a digest of user and call',
  'lib/preferences.ts timer': 'sends those of who is signed in then',
  'features/submissions/grading-keys.tsx isPressing': 'for the length of one event',
  'ui/page.tsx usePageParent': 'of the page that is shown',
  'app/shell/shell.tsx useSidebar': 'of the device',
  'app/require-auth.tsx lazyOnes': 'code',
  'app/error-boundary.tsx hasLoadFailed': 'code',
  'features/files/uploads/upload-store.ts useUploadsStarted': 'whether code is loaded; uploads have their owner',
}

/** What the module does for the next person; it names what it resets. */
const resets = (text: string): string => /^onNextPerson\((?:.*\)$|[\s\S]*?^\}\)$)/m.exec(text)?.[0] ?? ''

test('what a module remembers is reset for the next person, or has a reason to stay', () => {
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const isReset = (name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(resets(text))
    const names = [...text.matchAll(memory)].map(([, variable, constant]) => (variable ?? constant)!)
    return names.filter((name) => !isReset(name)).map((name) => `${path.replaceAll('\\', '/')} ${name}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(kept).toSorted())
})

test('the next person starts without the composer and the drafts in memory; who signs in again goes on', () => {
  const ana = signInAs('TRAINER')
  useOpenedComposer.setState({ opened: { courseId: 'c1', sendTo: ['ALL_STUDENTS'] } })
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveDraft(ana.id, 'comment:c1', 'Words')
  full.mockRestore()
  useSession.getState().signOut('person')
  useSession.getState().setAuth('token', ana)
  expect(useOpenedComposer.getState().opened).not.toBeNull()
  expect([readDraft(ana.id, 'comment:c1')?.value, usePageRisks.getState().keepsDrafts]).toEqual(['Words', false])
  useSession.getState().signOut('person')
  useSession.getState().setAuth('token', { ...ana, id: 'another' })
  expect(useOpenedComposer.getState().opened).toBeNull()
  expect([readDraft(ana.id, 'comment:c1'), usePageRisks.getState().keepsDrafts]).toEqual([null, true])
})
