/** The Mantine theme: component defaults, and the tokens as CSS variables. Styles that variables cannot express are in components.css. */

import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type MantineThemeComponents } from '@mantine/core'
import { dark, light, type Tokens } from './tokens.ts'

declare module '@mantine/core' {
  /** What may be a colour: the palettes below (the style sheet has no others), and colours of tokens.ts. */
  interface MantineThemeColorsOverride {
    colors: Record<'gray' | 'dark' | 'blue' | 'green' | 'yellow' | 'red' | 'grape' | 'dimmed' | `var(--c-${string})`, MantineColorsTuple>
  }
}

type Part = MantineThemeComponents[string]

/** Layers, in order. Mantine's own start at 200 and would cover toasts. */
const layer = { dialog: 30, menu: 35 }

const buttonInk: Partial<Record<string, string>> = { red: 'var(--c-bad)', blue: 'var(--c-accent-text)' }

const button: Part = {
  defaultProps: { size: 'md', loaderProps: { size: 16 } },
  vars: (_theme: unknown, props: { size?: string; variant?: string; color?: string }) => {
    const isSmall = props.size === 'sm' || props.size === 'xs' || props.size?.startsWith('compact')
    return {
      root: {
        '--button-height': isSmall ? 'var(--h-sm)' : 'var(--h-md)',
        '--button-padding-x': isSmall ? '12px' : '16px',
        '--button-fz': isSmall ? '13px' : '14px',
        ...(props.variant === 'subtle' && {
          '--button-color': buttonInk[props.color ?? ''] ?? 'var(--c-ink2)',
          '--button-hover': 'var(--c-hover)',
          '--button-hover-color': 'var(--c-ink)',
        }),
      },
    }
  },
}

/** Fields put the help text before the input, so that it is read before typing; the error comes after. components.css marks required ones. */
const field: Part = { defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'], withAsterisk: false } }
/** What people write has the direction of its letters. */
const textField: Part = { defaultProps: { ...field.defaultProps, attributes: { input: { dir: 'auto' } } } }
const listField: Part = {
  defaultProps: { ...textField.defaultProps, comboboxProps: { zIndex: layer.menu, shadow: 'none' }, withCheckIcon: true },
}
const check: Part = { defaultProps: { color: 'var(--c-ink-fill)' } }
type Room = { availableHeight: number; elements: { floating: HTMLElement } }

const fitInWindow = ({ availableHeight, elements: { floating } }: Room): void =>
  void Object.assign(floating.style, { maxHeight: `${availableHeight}px`, overflowY: 'auto' })

const layered = (zIndex: number, more: object = {}): Part => ({ defaultProps: { zIndex, shadow: 'none', ...more } })

const parts: MantineThemeComponents = {
  Alert: { defaultProps: { variant: 'info' } },
  // A badge without an icon is a plain fact, such as a role. It has no colour, because it is not a state.
  Badge: { defaultProps: { component: 'span', variant: 'outline' } },
  Skeleton: { defaultProps: { animate: false, height: 12, radius: 4 } },
  Loader: { defaultProps: { color: 'blue', type: 'oval' } },
  Button: button,
  ActionIcon: {
    defaultProps: { variant: 'subtle', color: 'gray', size: 'var(--h-sm)' },
    vars: (_theme: unknown, props: { variant?: string }) => ({
      root:
        props.variant === 'subtle'
          ? { '--ai-color': 'var(--c-ink2)', '--ai-hover': 'var(--c-hover)', '--ai-hover-color': 'var(--c-ink)' }
          : {},
    }),
  },
  TextInput: textField,
  PasswordInput: field,
  NumberInput: field,
  Textarea: textField,
  NativeSelect: field,
  FileInput: field,
  InputWrapper: field,
  Select: listField,
  MultiSelect: listField,
  Autocomplete: listField,
  TagsInput: listField,
  Checkbox: check,
  Radio: check,
  Switch: { defaultProps: { ...check.defaultProps, withThumbIndicator: false } },
  SegmentedControl: { defaultProps: { withItemsBorders: false } },
  ModalRoot: layered(layer.dialog, { radius: 'xl', centered: true, transitionProps: { transition: 'fade', duration: 160 } }),
  Modal: layered(layer.dialog, { radius: 'xl', centered: true, transitionProps: { transition: 'fade', duration: 160 } }),
  Drawer: layered(layer.dialog),
  Menu: layered(layer.menu, {
    withInitialFocusPlaceholder: false,
    radius: 'lg',
    // Long ones scroll within the window.
    middlewares: { flip: true, shift: true, size: { padding: 8, apply: fitInWindow } },
    transitionProps: { transition: 'fade', duration: 160 },
  }),
  Popover: layered(layer.menu, { radius: 'lg', transitionProps: { transition: 'fade', duration: 160 } }),
  Tooltip: { defaultProps: { zIndex: layer.menu, openDelay: 300, transitionProps: { transition: 'fade', duration: 120 } } },
}

export const theme = createTheme({
  fontFamily: '"Hanken Grotesk Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  headings: {
    fontFamily: '"Newsreader Variable", Georgia, "Times New Roman", serif',
    fontWeight: '500',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '34px' },
      h2: { fontSize: '20px', lineHeight: '26px' },
      h3: { fontSize: '16px', lineHeight: '22px' },
    },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '26px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  black: '#23211d',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  /* oxfmt-ignore */
  colors: {
    gray: ['#faf9f6', '#f3f1ec', '#e9e6df', '#dcd8cf', '#cbc6bb', '#ada79b', '#8d887d', '#6b665d', '#57534b', '#23211d'],
    dark: ['#eceae4', '#b8b4aa', '#9d988d', '#7d786e', '#4a4740', '#33312c', '#2a2825', '#201f1c', '#181715', '#131211'],
    blue: ['#f0f2fd', '#eaedfb', '#d0d7f7', '#b4bff0', '#8b9be8', '#6d82e6', '#4f68e0', '#3049c6', '#263ba5', '#1d2e83'],
    green: ['#f0f8f2', '#e3f1e7', '#c6e2cf', '#9dcaae', '#6fb487', '#459766', '#2b7f50', '#1e6a40', '#185434', '#113d26'],
    yellow: ['#fdf7ec', '#faeed8', '#f2dcae', '#dfba78', '#d09f46', '#b97f1c', '#9c6300', '#875000', '#6c4000', '#4e2f00'],
    red: ['#fdf3f1', '#fbe9e6', '#f5cdc7', '#e9aaa3', '#e07d74', '#d2554d', '#c03b35', '#b12b27', '#8f211e', '#6a1816'],
    grape: ['#faf4fc', '#f4eaf8', '#e4cfee', '#cfaadf', '#b683cb', '#9a60b4', '#854d9f', '#74408d', '#5c3270', '#432452'],
  },
  components: parts,
})

/** Mantine's names for our colour roles. Repeated in the light and dark sets, because Mantine sets its own there. */
const roles: Tokens = {
  '--mantine-color-body': 'var(--c-page)',
  '--mantine-color-text': 'var(--c-ink)',
  '--mantine-color-dimmed': 'var(--c-ink2)',
  '--mantine-color-placeholder': 'var(--c-ink3)',
  '--mantine-color-error': 'var(--c-bad)',
  '--mantine-color-anchor': 'var(--c-accent-text)',
  '--mantine-color-default': 'var(--c-surface)',
  '--mantine-color-default-hover': 'var(--c-hover)',
  '--mantine-color-default-color': 'var(--c-ink)',
  '--mantine-color-default-border': 'var(--c-line-strong)',
  '--mantine-color-disabled': 'var(--c-hover)',
  '--mantine-color-disabled-color': 'var(--c-ink3)',
  '--mantine-color-disabled-border': 'var(--c-line)',
  '--mantine-primary-color-filled': 'var(--c-accent)',
  '--mantine-primary-color-filled-hover': 'var(--c-accent-hover)',
  '--mantine-primary-color-light': 'var(--c-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--c-accent-text)',
  '--mantine-color-blue-filled': 'var(--c-accent)',
  '--mantine-color-blue-filled-hover': 'var(--c-accent-hover)',
  '--mantine-color-blue-text': 'var(--c-accent-text)',
  '--mantine-color-red-text': 'var(--c-bad)',
  '--mantine-color-green-text': 'var(--c-ok)',
  '--mantine-color-yellow-text': 'var(--c-warn)',
  '--mantine-color-grape-text': 'var(--c-plum)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...light, ...roles },
  dark: { ...dark, ...roles },
})
