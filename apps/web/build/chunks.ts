/** Splits the code into few chunks, so that no page waits for many requests, and no page loads what only others need. */

import type { Plugin } from 'vite'

type Groups = { name: string; priority?: number; tags?: ['$initial']; minShareCount?: number; test?: RegExp | ((id: string) => boolean) }[]

/** The pages that are opened first and most often share one file. */
const firstScreens = [/\/dashboard\/dashboard-screen\.tsx$/, /\/courses\/course-screen\.tsx$/]

/** Shared by several screens, but too large for the common file, or of one feature: the text editor, the sanitizer, uploads, the hash, labels of users, join links, the queue of graders, answers and marks of submissions, questions, discussions, dates, long lists and selecting in them. */
const isHeavy = (id: string): boolean =>
  /users\/labels|join-links\/api|submissions\/(grading-queue|submitted-work|answers|marks)|tiptap|prosemirror|linkifyjs|fast-equals|rope-sequence|w3c-keyname|use-sync-external-store|ColorPicker|\/ui\/((use-)?rich-text|date-|use-typed-date)|\/lib\/(typed-date|quick-picks)|dompurify|\/features\/(files|questions|discussions)\/|media\/media-values|@noble|@tanstack\/(react-virtual|virtual-core)|\/ui\/(virtual-|bulk-bar|first-rows)|\/lib\/row-selection/.test(
    id,
  )

const isPackage = (id: string): boolean => id.includes('/node_modules/')

/** Dialogs, and the small modules of our own that pages without forms or menus need. */
const isBase = (id: string): boolean =>
  /\/@mantine\/core\/esm\/components\/(Modal|ModalBase)\/|\/@iconify-json\/tabler\//.test(id) ||
  /\/apps\/web\/src\/(ui\/(dialog|icon)|features\/(weeks\/week-actions|auth\/local-links-note))|\/rules\/join-code/.test(id)

/** Menus, and what positions them. */
const isMenu = (id: string): boolean => /@floating-ui|\/@mantine\/core\/esm\/(components\/(Popover|Menu)|utils\/Floating)\//.test(id)

/** The chunk groups, and the plugin that collects the modules of the first screens. */
export function splitting(): { groups: Groups; plugin: Plugin } {
  const ofFirstScreens = new Set<string>()
  const plugin: Plugin = {
    name: 'first-screens',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        // Packages are split by what is used of them: following their index files would add everything.
        if (ofFirstScreens.has(id) || id.includes('/node_modules/')) return
        ofFirstScreens.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
      }
      for (const id of [...this.getModuleIds()].filter((one) => firstScreens.some((screen) => screen.test(one)))) add(id)
    },
  }
  const groups: Groups = [
    // Packages that our releases do not change: a new version costs a returning visitor little.
    { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//, priority: 4 },
    { name: 'first', tags: ['$initial'], priority: 3 },
    { name: 'pages', test: (id) => ofFirstScreens.has(id), priority: 2 },
    // Each below the next, so that no two chunks import each other.
    { name: 'base', test: isBase, minShareCount: 3, priority: 2 },
    { name: 'validation', test: /node_modules\/zod\//, priority: 2 },
    { name: 'menus', test: isMenu, minShareCount: 3, priority: 2 },
    { name: 'fields', test: (id) => isPackage(id) && !isHeavy(id), minShareCount: 3, priority: 1 },
    { name: 'common', test: (id) => id.includes('/apps/web/') && !isHeavy(id), minShareCount: 3, priority: 1 },
  ]
  return { groups, plugin }
}
