// The page has no fonts of its own, so that it stays small.
import '../../styles/tokens.css';
import '../../styles/base.css';
import { mount } from 'svelte';
import { loadCommonTexts } from '../i18n/common-texts';
import { guardText } from '../ui/text-guard';
import Page from './CheckPage.svelte';

guardText(document);

const target = document.getElementById('app');
// All texts are in this file.
void loadCommonTexts().then(() => target && mount(Page, { target }));
