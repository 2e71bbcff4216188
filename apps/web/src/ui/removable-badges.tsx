/** What narrows a list, each as a chip that takes itself off. */
import { IconX } from '@tabler/icons-react'
import classes from './removable-badges.module.css'

type Chip = { key: string; label: string; value: string; onRemove: () => void }

export const RemovableBadges = ({ label, chips }: { label: string; chips: readonly Chip[] }) => (
  <ul className={classes.chips} aria-label={label}>
    {chips.map((chip) => (
      <li key={chip.key}>
        <button type="button" className={classes.chip} aria-label={`Take off ${chip.label}: ${chip.value}`} onClick={chip.onRemove}>
          <span className={classes.label}>{chip.label}</span>
          <span className={classes.value}>{chip.value}</span>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      </li>
    ))}
  </ul>
)
