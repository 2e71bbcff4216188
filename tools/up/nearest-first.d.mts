import type { BaseSequencer } from 'vitest/node'

export declare class NearestFirst extends BaseSequencer {}
