/** A form whose button is beside its fields, in something that stays in view. */

import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { FormHead, type FormPage } from './form-page.tsx'
import { useFormKeys } from './use-form-keys.ts'
import classes from './form-page.module.css'

type Props = Pick<ComponentProps<typeof FormPage>, 'form' | 'onSubmit' | 'submitLabel' | 'isPending' | 'children'> & {
  renderAside: (button: ReactNode) => ReactNode
}

export function FormWithAside({ form, onSubmit, submitLabel, isPending, renderAside, children }: Props) {
  const element = useFormKeys(() => !isPending && onSubmit())
  const button = (
    <Button type="submit" fullWidth loading={isPending}>
      {submitLabel}
    </Button>
  )
  return (
    <form ref={element} className={classes.withAside} noValidate onSubmit={onSubmit}>
      <div className={classes.form}>
        <FormHead form={form} />
        {children}
      </div>
      <div className={classes.aside}>{renderAside(button)}</div>
    </form>
  )
}
