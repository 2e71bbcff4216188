/** What Mantine's parts start from here. Looks that a variable cannot carry are in parts.css. */
import type { MantineThemeComponents } from '@mantine/core'

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

/** Fields name the help before the field, so that it is read before typing; the error comes after. */
const field: Part = { defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'] } }
const listField: Part = {
  defaultProps: { ...field.defaultProps, comboboxProps: { zIndex: layer.menu, shadow: 'none' }, withCheckIcon: true },
}
const check: Part = { defaultProps: { color: 'var(--c-ink-fill)' } }
const layered = (zIndex: number, more: object = {}): Part => ({ defaultProps: { zIndex, shadow: 'none', ...more } })

export const parts: MantineThemeComponents = {
  Alert: { defaultProps: { variant: 'info' } },
  // A badge without an icon says a plain fact, such as a role. It has no colour, because it is not a state.
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
  TextInput: field,
  PasswordInput: field,
  NumberInput: field,
  Textarea: field,
  NativeSelect: field,
  FileInput: field,
  InputWrapper: { defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
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
  Menu: layered(layer.menu, { withInitialFocusPlaceholder: false, radius: 'lg', transitionProps: { transition: 'fade', duration: 160 } }),
  Popover: layered(layer.menu, { radius: 'lg', transitionProps: { transition: 'fade', duration: 160 } }),
  Tooltip: { defaultProps: { zIndex: layer.menu, openDelay: 300, transitionProps: { transition: 'fade', duration: 120 } } },
}
