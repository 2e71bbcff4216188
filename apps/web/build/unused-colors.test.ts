/** Mantine's colours that are left out of the style sheet. */

import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { theme } from '#app/theme/theme.ts'
import { unusedColors } from './unused-colors.ts'

async function keep(names: readonly string[]): Promise<string[]> {
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [unusedColors] } } }, 'build')
  const css = `:root { ${names.map((name) => `--mantine-color-${name}-1: red;`).join(' ')} }`
  const { code } = await preprocessCSS(css, 'variables.css', config)
  return names.filter((name) => code.includes(`-${name}-`))
}

test('colours of the theme stay, others are left out', async () => {
  const own = Object.keys(theme.colors ?? {})
  expect(own).toContain('blue')
  await expect(keep([...own, 'teal', 'pink'])).resolves.toEqual(own)
})
