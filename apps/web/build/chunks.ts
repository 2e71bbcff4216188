/** How the code is split: few files, so that no page waits for many requests, and no page loads what only others need. */
import type { Plugin } from 'vite'

type Groups = { name: string; priority?: number; tags?: ['$initial']; minShareCount?: number; test?: RegExp | ((id: string) => boolean) }[]

/** The pages that people open first and most often. What they are made of is one file. */
const firstScreens = [/\/screens\/dashboard\/dashboard-screen\.tsx$/, /\/screens\/courses\/course\/course-screen\.tsx$/]

/** Shared by several screens, but too heavy to be loaded by all that share anything: the sanitiser, uploads, the hash. */
const isHeavy = (id: string): boolean => /dompurify|\/ui\/prose|\/modules\/files\/|@noble/.test(id)

/** The groups, and the plugin that finds out which modules the first screens import. */
export function splitting(): { groups: Groups; plugin: Plugin } {
  const ofFirstScreens = new Set<string>()
  const plugin: Plugin = {
    name: 'first-screens',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        // Packages follow by what is used of them: through their index files everything would.
        if (ofFirstScreens.has(id) || id.includes('/node_modules/')) return
        ofFirstScreens.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
      }
      for (const id of [...this.getModuleIds()].filter((one) => firstScreens.some((screen) => screen.test(one)))) add(id)
    },
  }
  const groups: Groups = [
    // What no release of ours changes: a new version costs a returning visitor little.
    { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 4 },
    { name: 'first', tags: ['$initial'], priority: 3 },
    { name: 'pages', test: (id) => ofFirstScreens.has(id), priority: 2 },
    { name: 'common', test: (id) => !isHeavy(id), minShareCount: 3, priority: 1 },
  ]
  return { groups, plugin }
}
