// A vitest reporter for `npm run test:watch`: a change ends the run of an earlier one, which can take minutes, and vitest would wait for its end.

export default class NewestChange {
  /** Files of the current run that have no result yet. */
  #unfinished = new Set()
  #isEnding = false

  onInit(vitest) {
    for (const event of ['change', 'add']) vitest.vite.watcher.on(event, () => queueMicrotask(() => this.#endRun(vitest)))
  }

  onTestRunStart(specifications) {
    this.#unfinished = new Set(specifications.map(({ moduleId }) => moduleId))
  }

  onTestModuleEnd(module) {
    if (!this.#isEnding) this.#unfinished.delete(module.moduleId)
  }

  onTestRunEnd() {
    this.#unfinished.clear()
    this.#isEnding = false
  }

  // Vitest knows by now which tests the change affects. What it has not finished runs with them.
  #endRun(vitest) {
    const { changedTests } = vitest.watcher
    if (changedTests.size === 0 || this.#unfinished.size === 0 || this.#isEnding) return
    this.#isEnding = true
    for (const file of this.#unfinished) changedTests.add(file)
    vitest.cancelCurrentRun('newer change')
  }
}
