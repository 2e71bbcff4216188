/** A password with show and hide, and a word when Caps Lock is on. */

import { PasswordInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { IconEye, IconEyeOff } from '#ui/icons.ts'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './auth.module.css'

type Props = {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  help?: ReactNode
  isHelpBelow?: boolean
  ref?: Ref<HTMLInputElement>
}

const VisibilityIcon = ({ reveal }: { reveal: boolean }) => {
  const Icon = reveal ? IconEyeOff : IconEye
  return <Icon size={22} stroke={1.5} aria-hidden />
}

export function PasswordField({ onChange, help, isHelpBelow = false, error, ...rest }: Props) {
  const [isCaps, setCaps] = useState(false)
  const watchCaps = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'))
  return (
    <div>
      <PasswordInput
        {...rest}
        name="password"
        description={help}
        {...(isHelpBelow && { inputWrapperOrder: ['label', 'input', 'description', 'error'] as const })}
        error={error}
        aria-invalid={error !== undefined}
        visibilityToggleIcon={VisibilityIcon}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        onKeyDown={watchCaps}
        onKeyUp={watchCaps}
        onBlur={() => setCaps(false)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div role="status">
        {isCaps && (
          <p className={classes.caps}>
            <StatusIcon name="check" size={16} /> Caps Lock is on
          </p>
        )}
      </div>
    </div>
  )
}
