import script from './engine-worker?worker&url';
import { endEngines, useEngine, type Engine, type EngineWorker } from './engine';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** The address of the worker in the form that the content security policy requires. The policy accepts no other address. */
const trusted = ((): string => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('nemeton-engine', { createScriptURL: () => script }).createScriptURL('')
    : script;
})();

addEventListener('pagehide', endEngines);

/** Returns an engine of this page; see useEngine. */
export const startEngine = (): { engine: Engine; release: () => void } =>
  useEngine((): EngineWorker => new Worker(trusted));
