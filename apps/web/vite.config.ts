/** How the web app is built and served in development. */

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundleLimits } from './build/bundle-limits.ts'
import { splitting } from './build/chunks.ts'
import { compressFiles } from './build/compress.ts'
import { icons } from './build/icons.ts'
import { pdfFiles } from './build/pdf-files.ts'
import { startScript } from './build/start-script.ts'

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

/**
 * Removes a fortieth of the style sheet: Mantine's palettes that no part of the product uses (theme.ts keeps them from being used), the
 * shades of the others, which theme.ts sets, and the colours of program code, which rich text does not have.
 */
const unusedStyles = {
  postcssPlugin: 'unused-styles',
  Declaration(declaration: { prop: string; remove: () => unknown }) {
    if (/^--mantine-color-([a-z]+-\d|(pink|violet|indigo|cyan|teal|lime|orange)-.*)$/.test(declaration.prop)) declaration.remove()
  },
  Rule(rule: { selector: string; remove: () => unknown }) {
    if (rule.selector.includes('.hljs')) rule.remove()
  },
}

const api = `http://127.0.0.1:${process.env.API_PORT || 3000}`

const { groups, plugin: firstScreens } = splitting()

/** In the mode `limits` nothing is written: `npm run check` builds the app only to weigh it. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    icons(),
    pdfFiles(),
    preloadFonts(),
    startScript(),
    firstScreens,
    mode === 'limits' ? bundleLimits() : compressFiles(),
  ],
  css: { postcss: { plugins: [unusedStyles] } },
  server: { host: '127.0.0.1', port: Number(process.env.WEB_PORT || 5173), proxy: { '/api': api, '/files': api } },
  build: {
    outDir: 'dist',
    write: mode !== 'limits',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts stay files: inlined, they could not be preloaded, and `font-src 'self'` refuses data addresses.
    assetsInlineLimit: 0,
    // One style sheet: rules keep one order on every page, and no style comes late.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
}))
