/** How the web app is built and served in development. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The two files a first visit needs at once; the extended sets are fetched only when a page uses their letters. */
const firstFonts = [/hanken-grotesk-latin-wght-normal.*\.woff2$/, /newsreader-latin-wght-normal.*\.woff2$/]

/** Preloads the Latin fonts, whose names carry a hash that only the bundle knows. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => firstFonts.some((font) => font.test(file)))
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head',
        }))
      },
    },
  }
}

/** Files that screens share would be named after all of these. */
const shortOf = (name: string): string => name.split('~')[0]!

const api = `http://127.0.0.1:${process.env.API_PORT || 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts()],
  server: { host: '127.0.0.1', port: Number(process.env.WEB_PORT || 5173), proxy: { '/api': api, '/files': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts stay files: inlined, they could not be preloaded, and `font-src 'self'` refuses data addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Shared files may need each other: nothing may run before what it needs.
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${shortOf(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortOf(name.replace(/\.\w+$/, ''))}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // What every page needs and no release changes: kept apart, so that a new version costs a returning visitor little.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
            { name: 'query', test: /node_modules\/@tanstack\//, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            // What screens share comes in a few files, and not in a hundred of some hundred bytes: each is a call of its own.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
          ],
        },
      },
    },
  },
})
