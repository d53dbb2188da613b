/** The code of the chat, one file that is loaded on demand. */
export { ChatModel } from './chat-model.svelte';
export { isPhrase } from './keys';
export { default as ChatPanel } from './ChatPanel.svelte';
export { default as Reactions } from './Reactions.svelte';
