/** Serves the runtime files of pdf.js, its worker and image decoders, from a path with its version. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
const folder = `assets/pdfjs-${version}/`
const sources = ['legacy/build/pdf.worker.min.mjs', 'wasm/jbig2_nowasm_fallback.js', 'wasm/openjpeg_nowasm_fallback.js']
const files = new Map(sources.map((source) => [folder + source.split('/').at(-1)!, join(dirname(manifest), source)]))

export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [fileName, path] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = files.get(request.url?.slice(1) ?? '')
        if (!path) return next()
        response.setHeader('content-type', 'text/javascript').end(readFileSync(path))
      })
    },
  }
}
