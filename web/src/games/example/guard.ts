import { TitleGuard } from '../../lib/wire/guard';
import type { Merged } from '../../lib/wire/schema';
import { events, moves, view } from './schema.gen';
import type * as types from './types.gen';

/** The data of each event of Example, by event name. Members that are hidden from some viewers are optional. */
type Events = { [Name in keyof types.Events]: Merged<types.Events[Name]> };

/** Checks the views, events and moves of Example where they come in. */
export const guard = new TitleGuard<types.View, Events>({ view, events, moves });
