import { save } from '../environment/storage';
import { uuid } from './uuid';

const storageKey = 'nemeton.blocks';

/** Tells the other tabs that the reader has blocked a person or ended a block. */
export function tellBlock(): void {
  save(storageKey, uuid());
}

/** Calls `act` after a block in another tab, or the end of one. The returned function ends that. */
export function onBlockElsewhere(act: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => void (key === storageKey && act());
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
