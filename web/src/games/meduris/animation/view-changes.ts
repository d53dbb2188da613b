/** Changes to the view during the steps of one event, until the view after it is shown. */
import type { FieldView, View } from '../types.gen';

export function score(view: View, seat: number, points: number): View {
  const players = view.players.map((one) => (one.seat === seat ? { ...one, points: one.points + points } : one));
  return { ...view, players };
}

/** Removes a worker from a plateau; workers above move down. */
export function off(view: View, plateau: string, height: number): View {
  const kind = plateau as keyof View['plateaus'];
  return { ...view, plateaus: { ...view.plateaus, [kind]: view.plateaus[kind].filter((_, i) => i !== height - 1) } };
}

export function onField(view: View, field: number, change: Partial<FieldView>): View {
  const now = view.fields[field];
  return now ? { ...view, fields: view.fields.with(field, { ...now, ...change }) } : view;
}
