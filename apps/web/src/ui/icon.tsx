/** Draws an icon of `icons.ts`. */

import type { ComponentType, SVGProps } from 'react'

/** `size` and `stroke` in px of a grid of 24. */
type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number }
export type Icon = ComponentType<IconProps>

/**
 * The paths of one icon: lines, or filled shapes.
 * @public Called by the modules that build/icons.ts makes.
 */
export function createIcon(paths: readonly string[], isFilled: boolean): Icon {
  return function Icon({ size = 24, stroke = 2, ...more }: IconProps) {
    const look = isFilled ? { fill: 'currentColor' } : ({ ...outline, strokeWidth: stroke } as const)
    return (
      <svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 24 24" {...look} {...more}>
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    )
  }
}

const outline = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
