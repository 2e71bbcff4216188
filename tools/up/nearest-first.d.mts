import { BaseSequencer } from 'vitest/node'

export declare class NearestFirst extends BaseSequencer {}
